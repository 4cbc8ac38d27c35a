/**
 * What operators do, each written once. The form of the console, the HTTP route, the command and its help, the row of the
 * permission test and the audit's text are derived from it; `api/src/operations.ts` lists the functions that do it.
 */
import { AUDIT_OPERATIONS } from './audit-operations.ts';
import { DISPUTE_OPERATIONS } from './dispute-operations.ts';
import { MONEY_OPERATIONS } from './money-operations.ts';
import type { Operation } from './operation.ts';
import type { PageName, Role } from './pages.ts';
import { PARTNER_OPERATIONS } from './partner-operations.ts';
import { PEOPLE_OPERATIONS } from './people-operations.ts';
import { SAMPLE_OPERATIONS } from './sample-operations.ts';
import { SESSION_OPERATIONS } from './session-operations.ts';

/** Who may open each page. An auditor sees everything and changes nothing. */
export const PAGE_ROLES: Readonly<Record<PageName, readonly Role[]>> = {
  today: ['support', 'fieldwork', 'finance', 'auditor'],
  panel: ['fieldwork', 'auditor'],
  quality: ['fieldwork', 'auditor'],
  sample: ['fieldwork', 'auditor'],
  partners: ['fieldwork', 'finance', 'auditor'],
  codes: ['fieldwork', 'finance', 'auditor'],
  money: ['finance', 'auditor'],
  settlement: ['finance', 'auditor'],
  statement: ['finance', 'auditor'],
  people: ['support', 'auditor'],
  disputes: ['support', 'finance', 'auditor'],
  audit: ['auditor'],
  proposal: ['support', 'fieldwork', 'finance', 'auditor'],
  sessions: ['support', 'fieldwork', 'finance', 'auditor'],
};

export const OPERATIONS = {
  ...PEOPLE_OPERATIONS,
  ...SAMPLE_OPERATIONS,
  ...DISPUTE_OPERATIONS,
  ...MONEY_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...SESSION_OPERATIONS,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
/** The same as data, for code that treats all operations alike. */
export const operationOf = (name: string): Operation | undefined =>
  Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : undefined;
