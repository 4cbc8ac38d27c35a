/** The kinds of chat messages, and their states. */
import { sql } from '../platform/database/database.ts';

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
/** Requests to take part, which go to many panelists at once. */
export const isToMany = ({ kind }: { readonly kind: MessageKind }): boolean =>
  kind === 'invitation' || kind === 'task' || kind === 'task-reminder';
export const IS_TO_MANY = sql`kind in ('invitation', 'task', 'task-reminder')`;
export const MESSAGE_STATES = ['waiting', 'sending', 'unknown', 'sent', 'dropped', 'needs-review'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
