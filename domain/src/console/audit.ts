/** What an entry of the audit says. Its sentence is composed when it is shown. */

/**
 * `done`, `viewed` and `system` (sign-ins): carried out. `break-glass`: about to be carried out without a sign-in. The others are about a proposal: an approver's
 * remark is `approved`, a refused approval `not-approved`, and a proposal that was closed because its facts had changed is `outdated`.
 */
export type AuditStep =
  | 'done'
  | 'viewed'
  | 'system'
  | 'break-glass'
  | 'proposed'
  | 'approved'
  | 'refused'
  | 'withdrawn'
  | 'not-approved'
  | 'outdated';

/** The audit's words for what isn't an operation. `{name}` stands for the input of that name. */
export const OTHER_ACTIONS = {
  'sign-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'end-sign-ins': 'End an account’s sign-ins',
  'release-account': 'Let an account sign in again',
  backup: 'Take a backup',
  restore: 'Restore from a backup',
  'finish-restore': 'Finish a restore',
  'save-csv': 'Save a table as CSV: {page} {table}',
  'rotate-keys': 'Rotate the keys',
  'prune-keys': 'Delete old keys',
} as const;
export type OtherAction = keyof typeof OTHER_ACTIONS;

/** Views, changes (with what was proposed, approved or refused) and the system's own entries: each entry has one tab. */
export const AUDIT_TABS = ['viewed', 'changed', 'system'] as const;
export type AuditTab = (typeof AUDIT_TABS)[number];
