/** Who an operator is: the identity provider's subject, and a name that no other subject may use. */
import { comparableText } from '@panel/domain/comparable-text';
import { sql, type Tx } from '../platform/database/database.ts';
import type { Operator } from './operation.ts';

export type Person = Pick<Operator, 'subject' | 'account'>;

/** Equal for names that look alike, and that differ only in spaces. */
export const nameKey = (name: string): string => comparableText(name).replace(/\s/g, '');

export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

export const isSamePerson = (one: Person, other: Person): boolean =>
  one.subject === other.subject || isSameName(one.account, other.account);

/** Returns false if another subject has the name. */
export const holdName = async (tx: Tx, { subject, account }: Person): Promise<boolean> =>
  (await tx.run(sql`
    insert into operator_names as n (name_key, subject) values (${nameKey(account)}, ${subject})
    on conflict (name_key) do update set subject = excluded.subject where n.subject = excluded.subject`)) > 0;

/** Returns false if no subject had the name. */
export const releaseName = async (tx: Tx, account: string): Promise<boolean> =>
  (await tx.run(sql`delete from operator_names where name_key = ${nameKey(account)}`)) > 0;

/** The subjects who have the name or are signed in with it. */
export const subjectsNamed = (tx: Tx, account: string): Promise<string[]> =>
  tx.column(sql`
    select subject from operator_names where name_key = ${nameKey(account)}
    union select subject from operator_sessions where account = ${account}`);
