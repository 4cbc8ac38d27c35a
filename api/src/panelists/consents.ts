/** What panelists agreed to, by purpose, append-only. The latest row of a purpose applies (Assumption: terms-revision). */
import { createHash } from 'node:crypto';
import { CONSENT_PURPOSES, type ConsentPurpose } from '@panel/domain/panelists/consents';
import { ethnicity } from '@panel/domain/panelists/questions';
import { TERMS } from '@panel/domain/panelists/rules';
import type { ConsentChoice } from '@panel/domain/panelists/your-data';
import { marketing, partnerComms, termsAccepted } from '@panel/domain/profiling/questions/agreements';
import type { Answers } from '@panel/domain/questionnaire/definition';
import { termsText } from '@panel/domain/terms';
import { CHOICE_TEXTS } from '@panel/domain/wording/your-data';
import { type Queries, type Statement, sql } from '../platform/database/database.ts';

/** What a panelist sees when agreeing: the terms, and the boxes or answers next to them. */
const SHOWN: Readonly<Record<ConsentPurpose, string>> = {
  membership: termsAccepted.label,
  'special:ethnicity': ethnicity.label,
  marketing: marketing.label,
  partner_comms: partnerComms.label,
  transfer_abroad: termsAccepted.label,
};

/** The registration form, the pages on which panelists choose (opting out, Your data), and an operator at their request. */
export const CONSENT_CHANNELS = ['registration', 'preferences', 'operator'] as const;
type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

const textHash = (shown: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([termsText(), shown]))
    .digest();

type Consent = { readonly purpose: ConsentPurpose; readonly given: boolean; readonly textHash: Buffer | null };

/** Stores only changes, so repeating a choice adds no row. */
const insertConsentsStatement = (
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
    ) as c (purpose, given, text_hash)
    where given is distinct from (
      select h.given from consents h where h.panelist_id = ${panelistId} and h.purpose = c.purpose order by h.id desc limit 1)`;

/** One row per purpose: registering needs the terms and an ethnicity, and both boxes may stay unticked. */
export function insertRegistrationConsentsStatement(panelistId: string, answers: Answers, at: Date): Statement {
  const ticked: Partial<Record<ConsentPurpose, boolean>> = {
    marketing: answers[marketing.id] === true,
    partner_comms: answers[partnerComms.id] === true,
  };
  const consents = CONSENT_PURPOSES.map((purpose) => ({
    purpose,
    given: ticked[purpose] ?? true,
    textHash: textHash(SHOWN[purpose]),
  }));
  return insertConsentsStatement(panelistId, consents, 'registration', at);
}

export const withdrawConsentStatement = (panelistId: string, purpose: ConsentPurpose, at: Date): Statement =>
  insertConsentsStatement(panelistId, [{ purpose, given: false, textHash: null }], 'operator', at);

/** What a panelist chose on Your data. */
export function chooseConsentStatement(panelistId: string, choice: ConsentChoice, given: boolean, at: Date): Statement {
  const hash = given ? textHash(CHOICE_TEXTS[choice].text) : null;
  return insertConsentsStatement(panelistId, [{ purpose: choice, given, textHash: hash }], 'preferences', at);
}

/** Opting out of messages withdraws both consents to receive them; opting in again restores neither. */
export function withdrawMessageConsentsStatement(panelistId: string, at: Date): Statement {
  const withdrawn = (['marketing', 'partner_comms'] as const).map((purpose) => ({
    purpose,
    given: false,
    textHash: null,
  }));
  return insertConsentsStatement(panelistId, withdrawn, 'preferences', at);
}

export type ConsentRecord = {
  readonly purpose: ConsentPurpose;
  readonly given: boolean;
  readonly termsVersion: string;
  readonly textHash: string | null;
  readonly channel: ConsentChannel;
  readonly recordedAt: Date;
};

/** Everything a panelist agreed to, declined or withdrew, oldest first. */
export const consentsOf = (db: Queries, panelistId: string) =>
  db.many<ConsentRecord>(sql`
    select purpose, given, terms_version as "termsVersion", encode(text_hash, 'hex') as "textHash", channel,
      recorded_at as "recordedAt"
    from consents where panelist_id = ${panelistId} order by id`);
