/** Rules of check 10 (spec/signoff §3.10) with how much each of their sentences weighs. */
export const PATCH_HITS = {
  patch_word: { rule: "P0", grade: "human" },
  patch_unparseable: { rule: "P0", grade: "human" },
  patch_beyond: { rule: "P0", grade: "human" },
  patch_file: { rule: "P1", grade: "fail" },
  patch_applied: { rule: "P2", grade: "fail" },
  patch_diff_inline: { rule: "P2", grade: "fail" },
  patch_cherry_pick: { rule: "P2", grade: "human" },
  patch_edit: { rule: "P3", grade: "fail" },
  patch_edit_unclear: { rule: "P3", grade: "human" },
  patch_python: { rule: "P4", grade: "fail" },
  patch_python_unclear: { rule: "P4", grade: "human" },
  patch_hook: { rule: "P5", grade: "fail" },
  patch_import_path: { rule: "P5", grade: "human" },
  patch_overwrite: { rule: "P6", grade: "fail" },
  patch_overwrite_unclear: { rule: "P6", grade: "human" },
  patch_source_named: { rule: "P6", grade: "human" },
  patch_install_engine: { rule: "P7", grade: "fail" },
  patch_install_source: { rule: "P7", grade: "fail" },
  patch_install_unknown: { rule: "P7", grade: "human" },
  patch_install_add_on: { rule: "P7", grade: "human" },
  patch_install_later: { rule: "P7", grade: "note" },
  patch_build: { rule: "P8", grade: "human" },
  patch_build_installed: { rule: "P8", grade: "fail" },
  patch_opaque: { rule: "P9", grade: "human" },
  patch_unread: { rule: "P10", grade: "human" },
} as const;

export type PatchHitCode = keyof typeof PATCH_HITS;

/** One line that patches the engine, or may. */
export interface PatchHit {
  readonly code: PatchHitCode;
  readonly path: string;
  readonly line: number;
  /** The command as it is written, on one line. */
  readonly text: string;
}

/** Sentences about the check as a whole. */
export const PATCH_RESULTS = [
  "patches_none",
  "patches_not_touched",
  "patches_unreadable",
  "patches_elsewhere",
  "patches_more",
] as const;
export type PatchResultCode = (typeof PATCH_RESULTS)[number];
