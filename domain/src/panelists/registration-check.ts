/** The answer to the registration check: the server writes it, the app reads it, the API document describes it. */
import { partnerLinkFields, writePartnerLinks } from '../partners/partner-links.ts';
import { byPartner, type Partner } from '../partners/partners.ts';
import { PROFILING_SURVEYS, type ProfilingSurvey } from '../profiling/surveys.ts';
import type { JsonSchema } from '../questionnaire/schema.ts';
import type { ShownCents } from '../rewards/amounts.ts';
import { type Cents, fromRandNumber, toRandNumber } from '../rewards/money.ts';
import { PANELIST_STATUSES } from './status.ts';

export type RegistrationCheck<Amount = Cents> = {
  readonly status: string;
  /** The link to each profiling survey; null if it isn't due. The app appends '/' and the did. */
  readonly surveyLinks: { readonly [S in ProfilingSurvey]: string | null };
  /** Null for a partner that has no surveys for this panelist. */
  readonly partnerLinks: { readonly [P in Partner]: string | null };
  readonly available: Amount;
  readonly pending: Amount;
  readonly total: Amount;
  /** What a partner's surveys usually pay, in words, if enough were completed to say so. */
  readonly estimates: { readonly [P in Partner]?: string };
};

/** The field begins with the product's name: `bua_second_round_survey_link`. */
const surveyLinkField = (product: string, survey: ProfilingSurvey): string =>
  `${product.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_${survey.replace('-', '_')}_survey_link`;

const AMOUNT_FIELDS = { available: 'available_reward', pending: 'pending_reward', total: 'total_rewards' } as const;

const ESTIMATES_FIELD = 'survey_estimates';

/** Every field is always present, except the estimates. */
export function registrationCheckWriter(product: string): (check: RegistrationCheck) => Record<string, unknown> {
  const surveyFields = PROFILING_SURVEYS.map((survey) => [survey, surveyLinkField(product, survey)] as const);
  return (check) => {
    const fields: Record<string, unknown> = { status: check.status };
    for (const [survey, field] of surveyFields) fields[field] = check.surveyLinks[survey];
    Object.assign(fields, writePartnerLinks(check.partnerLinks));
    fields[AMOUNT_FIELDS.available] = toRandNumber(check.available);
    fields[AMOUNT_FIELDS.pending] = toRandNumber(check.pending);
    fields[AMOUNT_FIELDS.total] = toRandNumber(check.total);
    if (Object.keys(check.estimates).length > 0) fields[ESTIMATES_FIELD] = check.estimates;
    return fields;
  };
}

/** What the app reads on every page. Only home reads the partners' links (partner-links.ts). */
export type ShownCheck = Omit<RegistrationCheck<ShownCents>, 'partnerLinks'>;

/** Null if the body isn't a registration check. Missing amounts are 0, missing links are null. */
export function readRegistrationCheck(product: string, body: unknown): ShownCheck | null {
  const fields = Object(body) as Record<string, unknown>;
  const { status } = fields;
  if (typeof status !== 'string') return null;
  const link = (field: string) => (typeof fields[field] === 'string' && fields[field]) || null;
  const amount = (field: string) => fromRandNumber(Number.isFinite(fields[field]) ? Number(fields[field]) : 0);
  return {
    status,
    surveyLinks: Object.fromEntries(
      PROFILING_SURVEYS.map((survey) => [survey, link(surveyLinkField(product, survey))]),
    ) as RegistrationCheck['surveyLinks'],
    available: amount(AMOUNT_FIELDS.available),
    pending: amount(AMOUNT_FIELDS.pending),
    total: amount(AMOUNT_FIELDS.total),
    estimates: Object(fields[ESTIMATES_FIELD]) as RegistrationCheck['estimates'],
  };
}

export function registrationCheckSchema(product: string): JsonSchema {
  const links = [...PROFILING_SURVEYS.map((survey) => surveyLinkField(product, survey)), ...partnerLinkFields()];
  const properties = {
    status: { type: 'string', enum: PANELIST_STATUSES },
    ...Object.fromEntries(links.map((field) => [field, { type: ['string', 'null'] }])),
    ...Object.fromEntries(Object.values(AMOUNT_FIELDS).map((field) => [field, { type: 'number', minimum: 0 }])),
  };
  const estimates = {
    type: 'object',
    description:
      'By partner, in words: the middle half of the rewards and the median length of the last 30 days, from 30 completions on.',
    properties: byPartner(() => ({ type: 'string' })),
  };
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties: { ...properties, [ESTIMATES_FIELD]: estimates },
  };
}
