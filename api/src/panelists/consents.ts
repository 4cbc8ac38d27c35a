/** What panelists agreed to, by purpose; only ever added to. The latest row of a purpose is what holds (Assumption: terms-revision). */
import { createHash } from 'node:crypto';
import { CONSENT_PURPOSES, type ConsentPurpose } from '@panel/domain/panelists/consents';
import { ethnicity } from '@panel/domain/panelists/questions';
import { TERMS } from '@panel/domain/panelists/rules';
import { marketing, partnerComms, termsAccepted } from '@panel/domain/profiling/questions/agreements';
import type { Answers } from '@panel/domain/questionnaire/definition';
import { TERMS_TEXT } from '@panel/domain/terms';
import { type Queries, type Statement, sql } from '../platform/database/database.ts';

/** What is shown where a panelist agrees: the terms, and what is ticked or answered beside them. */
const SHOWN: Readonly<Record<ConsentPurpose, string>> = {
  membership: termsAccepted.label,
  'special:ethnicity': ethnicity.label,
  marketing: marketing.label,
  partner_comms: partnerComms.label,
  transfer_abroad: termsAccepted.label,
};

/** The form of registration, the page where a panelist opts out of messages, and an operator whom the panelist asked. */
export const CONSENT_CHANNELS = ['registration', 'preferences', 'operator'] as const;
type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

const textHash = (purpose: ConsentPurpose): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([TERMS_TEXT, SHOWN[purpose]]))
    .digest();

type Consent = { readonly purpose: ConsentPurpose; readonly given: boolean; readonly textHash: Buffer | null };

const insertConsents = (
  panelistId: string,
  consents: readonly Consent[],
  channel: ConsentChannel,
  at: Date,
): Statement =>
  sql`
    insert into consents (panelist_id, purpose, given, terms_version, text_hash, channel, recorded_at)
    select ${panelistId}::uuid, purpose, given, ${TERMS.revised}, text_hash, ${channel}, ${at}::timestamptz
    from unnest(
      ${consents.map((consent) => consent.purpose)}::text[],
      ${consents.map((consent) => consent.given)}::boolean[],
      ${consents.map((consent) => consent.textHash)}::bytea[]
    ) as c (purpose, given, text_hash)`;

/** One row for each purpose: registering takes the terms and an ethnicity, and both boxes may stay unticked. */
export function insertRegistrationConsents(panelistId: string, answers: Answers, at: Date): Statement {
  const ticked: Partial<Record<ConsentPurpose, boolean>> = {
    marketing: answers[marketing.id] === true,
    partner_comms: answers[partnerComms.id] === true,
  };
  const consents = CONSENT_PURPOSES.map((purpose) => ({
    purpose,
    given: ticked[purpose] ?? true,
    textHash: textHash(purpose),
  }));
  return insertConsents(panelistId, consents, 'registration', at);
}

export const withdrawConsent = (panelistId: string, purpose: ConsentPurpose, at: Date): Statement =>
  insertConsents(panelistId, [{ purpose, given: false, textHash: null }], 'operator', at);

/** Opting out of messages withdraws the two consents to be sent any; opting in again gives neither back. */
export const withdrawMessageConsents = (panelistId: string, at: Date): Statement =>
  sql`
    insert into consents (panelist_id, purpose, given, terms_version, channel, recorded_at)
    select ${panelistId}::uuid, purpose, false, ${TERMS.revised}, 'preferences', ${at}::timestamptz
    from unnest(array['marketing', 'partner_comms']) as c (purpose)
    where (select h.given from consents h where h.panelist_id = ${panelistId} and h.purpose = c.purpose order by h.id desc limit 1)`;

export type ConsentRecord = {
  readonly purpose: ConsentPurpose;
  readonly given: boolean;
  readonly termsVersion: string;
  readonly textHash: string | null;
  readonly channel: ConsentChannel;
  readonly recordedAt: Date;
};

/** Everything a panelist agreed to, declined or withdrew, the oldest first. */
export const consentsOf = (db: Queries, panelistId: string) =>
  db.many<ConsentRecord>(sql`
    select purpose, given, terms_version as "termsVersion", encode(text_hash, 'hex') as "textHash", channel,
      recorded_at as "recordedAt"
    from consents where panelist_id = ${panelistId} order by id`);
