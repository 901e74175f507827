/** Sentences of check 9: speculative decoding runs through a chat template. */
export const CHAT_TEMPLATE_CODES = [
  "chat_template_no_speculation",
  "chat_template_used",
  "chat_template_replayed",
  "chat_template_in_file",
  "chat_template_by_default",
  "chat_template_shared_client",
  "chat_template_missing",
  "chat_template_off",
  "chat_template_off_by_default",
  "chat_template_raw_client",
  "chat_template_other_endpoint",
  "chat_template_library_raw",
  "chat_template_client_removed",
  "chat_template_indirect",
  "chat_template_library_changed",
  "chat_template_client_changed",
  "chat_template_harness_unknown",
  "chat_template_client_unknown",
  "chat_template_external",
  "chat_template_unread",
] as const;
export type ChatTemplateCode = (typeof CHAT_TEMPLATE_CODES)[number];
