import type { MessageKind } from '@panel/domain/messages';
import { sql } from '../platform/database/database.ts';

/** Requests to take part, which go to many panelists at once. */
export const isToMany = ({ kind }: { readonly kind: MessageKind }): boolean =>
  kind === 'invitation' || kind === 'task' || kind === 'task-reminder';
export const IS_TO_MANY = sql`kind in ('invitation', 'task', 'task-reminder')`;
