/** The answer to the registration check: the server writes it, the app reads it, the API document describes it. */
import { PARTNER_LINK_FIELDS, PARTNERS, type Partner } from '../partners/partners.ts';
import { SURVEYS, type Survey } from '../profiling/schedule.ts';
import type { JsonSchema } from '../questionnaire/schema.ts';
import { type Cents, fromRandNumber, toRandNumber } from '../rewards/money.ts';
import { PANELIST_STATUSES } from './status.ts';

export type RegistrationCheck = {
  readonly status: string;
  /** Where each profiling survey is answered; null while it isn't due. The app appends '/' and the did. */
  readonly surveyLinks: { readonly [S in Survey]: string | null };
  /** Null for a partner that has nothing to offer to this panelist. */
  readonly partnerLinks: { readonly [P in Partner]: string | null };
  readonly available: Cents;
  readonly pending: Cents;
  readonly total: Cents;
};

/** The field begins with the product's name: `bua_second_round_survey_link`. */
const surveyLinkField = (product: string, survey: Survey): string =>
  `${product.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_${survey.replace('-', '_')}_survey_link`;

const AMOUNT_FIELDS = { available: 'available_reward', pending: 'pending_reward', total: 'total_rewards' } as const;

/** Every field is always there. */
export const writeRegistrationCheck = (product: string, check: RegistrationCheck): Record<string, unknown> => ({
  status: check.status,
  ...Object.fromEntries(SURVEYS.map((survey) => [surveyLinkField(product, survey), check.surveyLinks[survey]])),
  ...Object.fromEntries(PARTNERS.map((partner) => [PARTNER_LINK_FIELDS[partner], check.partnerLinks[partner]])),
  [AMOUNT_FIELDS.available]: toRandNumber(check.available),
  [AMOUNT_FIELDS.pending]: toRandNumber(check.pending),
  [AMOUNT_FIELDS.total]: toRandNumber(check.total),
});

/** Null where the body is no registration check. Amounts that are missing are 0, links that are missing are null. */
export function readRegistrationCheck(product: string, body: unknown): RegistrationCheck | null {
  const fields = Object(body) as Record<string, unknown>;
  const { status } = fields;
  if (typeof status !== 'string') return null;
  const link = (field: string) => (typeof fields[field] === 'string' && fields[field]) || null;
  const amount = (field: string) => fromRandNumber(Number.isFinite(fields[field]) ? Number(fields[field]) : 0);
  return {
    status,
    surveyLinks: Object.fromEntries(
      SURVEYS.map((survey) => [survey, link(surveyLinkField(product, survey))]),
    ) as RegistrationCheck['surveyLinks'],
    partnerLinks: Object.fromEntries(
      PARTNERS.map((partner) => [partner, link(PARTNER_LINK_FIELDS[partner])]),
    ) as RegistrationCheck['partnerLinks'],
    available: amount(AMOUNT_FIELDS.available),
    pending: amount(AMOUNT_FIELDS.pending),
    total: amount(AMOUNT_FIELDS.total),
  };
}

export function registrationCheckSchema(product: string): JsonSchema {
  const links = [...SURVEYS.map((survey) => surveyLinkField(product, survey)), ...Object.values(PARTNER_LINK_FIELDS)];
  const properties = {
    status: { type: 'string', enum: PANELIST_STATUSES },
    ...Object.fromEntries(links.map((field) => [field, { type: ['string', 'null'] }])),
    ...Object.fromEntries(Object.values(AMOUNT_FIELDS).map((field) => [field, { type: 'number', minimum: 0 }])),
  };
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}
