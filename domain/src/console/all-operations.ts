/**
 * What operators do, each written once. The form of the console, the HTTP route, the command and its help, the row of the
 * permission test and the audit's sentence are derived from it; each feature of `api` has the function that does it.
 */
import { AUDIT_OPERATIONS } from './audit-operations.ts';
import { DISPUTE_OPERATIONS } from './dispute-operations.ts';
import { FIGURE_OPERATIONS } from './figure-operations.ts';
import { JOB_OPERATIONS } from './job-operations.ts';
import { MONEY_OPERATIONS } from './money-operations.ts';
import type { DoneByTwo, Operation, OperationDefinition } from './operation.ts';
import { PARTNER_OPERATIONS } from './partner-operations.ts';
import { PEOPLE_OPERATIONS } from './people-operations.ts';
import { SAMPLE_OPERATIONS } from './sample-operations.ts';
import { SESSION_OPERATIONS } from './session-operations.ts';

function derived<Definitions extends Readonly<Record<string, OperationDefinition>>>(
  definitions: Definitions,
): {
  readonly [Name in keyof Definitions]: Operation & { readonly name: Name } & (Definitions[Name] extends DoneByTwo
      ? DoneByTwo
      : unknown);
};
function derived(definitions: Readonly<Record<string, OperationDefinition>>): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, { name, approvers: null, ...definition }]),
  );
}

export const OPERATIONS = derived({
  ...PEOPLE_OPERATIONS,
  ...SAMPLE_OPERATIONS,
  ...DISPUTE_OPERATIONS,
  ...MONEY_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...FIGURE_OPERATIONS,
  ...JOB_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...SESSION_OPERATIONS,
});

export type OperationName = keyof typeof OPERATIONS;
/** The same as data, for code that treats all operations alike. */
export const operationOf = (name: string): Operation | undefined =>
  Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : undefined;
