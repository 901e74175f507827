/** GitHub's own numbers, by name. Sources: architecture §7 and GitHub's REST documentation. */

/** Longest issue comment, in characters. */
export const COMMENT_CHARACTERS = 65_536;
/** Longest commit status description, in characters. */
export const STATUS_DESCRIPTION_CHARACTERS = 140;
/** Most annotations one check-run call may carry. */
export const ANNOTATIONS_PER_CALL = 50;
/** Longest check-run summary or text, in characters. */
export const CHECK_OUTPUT_CHARACTERS = 65_535;
/** The pull request commit list stops here, whatever the paging. */
export const PULL_COMMITS = 250;
/** The pull request file list stops here, whatever the paging. */
export const PULL_FILES = 3_000;
/** Most inputs of one workflow dispatch. */
export const DISPATCH_INPUTS = 25;
/** Most jobs one matrix may have. */
export const MATRIX_JOBS = 256;
/** Largest webhook payload that GitHub sends, in bytes. */
export const WEBHOOK_BYTES = 25 * 1024 * 1024;
/** Largest file of the guarded repository that is read, in bytes (spec/signoff §0.3). */
export const FILE_BYTES = 2 * 1024 * 1024;
