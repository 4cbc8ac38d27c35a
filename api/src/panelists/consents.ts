/** What panelists agreed to; only ever added to. */
import { type Queries, type Statement, sql } from '../platform/database.ts';

export type Consent = {
  readonly purpose: 'membership' | 'marketing' | 'partner-communication';
  readonly given: boolean;
};

export const insertConsents = (panelistId: string, consents: readonly Consent[], terms: string, at: Date): Statement =>
  sql`
    insert into consents (panelist_id, purpose, given, terms_version, recorded_at)
    select ${panelistId}::uuid, purpose, given, ${terms}, ${at}::timestamptz
    from unnest(
      ${consents.map((consent) => consent.purpose)}::text[],
      ${consents.map((consent) => consent.given)}::boolean[]
    ) as c (purpose, given)`;

/** Everything a panelist agreed to or declined, the oldest first. */
export const consentsOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select purpose, given, terms_version as "termsVersion", recorded_at as "recordedAt"
    from consents where panelist_id = ${panelistId} order by id`);
