import type { PanelistStatus } from '@panel/domain/panelists/status';
import { type Queries, sql, type Tx } from '../platform/database.ts';

export const findRegistration = (db: Queries, didIndex: Buffer) =>
  db.one<{ digest: Buffer; status: PanelistStatus; registeredAt: Date }>(sql`
    select registration_digest as digest, status, registered_at as "registeredAt"
    from panelists where did_index = ${didIndex}`);

export type NewPanelist = {
  readonly id: string;
  readonly didIndex: Buffer;
  readonly didSealed: Buffer;
  readonly numberIndex: Buffer;
  readonly status: PanelistStatus;
  readonly digest: Buffer;
  readonly at: Date;
};

/** Undefined where the did or the number is on the panel already. */
export const insertPanelist = (tx: Tx, p: NewPanelist) =>
  tx.one<{ id: string }>(sql`
    insert into panelists
      (id, did_index, did_sealed, number_index, status, registration_digest, registered_at, last_active_at)
    values
      (${p.id}, ${p.didIndex}, ${p.didSealed}, ${p.numberIndex}, ${p.status}, ${p.digest}, ${p.at}, ${p.at})
    on conflict do nothing
    returning id`);

export type Consent = {
  readonly purpose: 'membership' | 'marketing' | 'partner-communication';
  readonly given: boolean;
};

export const insertConsents = (tx: Tx, panelistId: string, consents: readonly Consent[], terms: string, at: Date) =>
  tx.many(sql`
    insert into consents (panelist_id, purpose, given, terms_version, recorded_at)
    select ${panelistId}, purpose, given, ${terms}, ${at}
    from unnest(
      ${consents.map((consent) => consent.purpose)}::text[],
      ${consents.map((consent) => consent.given)}::boolean[]
    ) as c (purpose, given)`);

/** Everything that hangs on the panelist goes with the row, in the same transaction. */
export const deletePanelist = (tx: Tx, panelistId: string) =>
  tx.many(sql`delete from panelists where id = ${panelistId}`);
