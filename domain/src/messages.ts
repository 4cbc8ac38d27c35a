/** The kinds of chat messages, and their states. */

/** Assumption: chat-notices. */
export const MESSAGE_KINDS = [
  'voucher',
  'withdrawal-requested',
  'withdrawal-returned',
  'profile-deleted',
  'inactivity',
  'invitation',
  'task',
  'task-reminder',
  'data-code',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
export const MESSAGE_STATES = ['waiting', 'sending', 'unknown', 'sent', 'dropped', 'needs-review'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
