import { isApproved } from '@panel/domain/panelists/status';
import { PARTNER_LINK_FIELDS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { screens } from '@panel/domain/paths';
import { dueSurveys, SURVEYS, type Survey } from '@panel/domain/profiling/schedule';
import { toRandNumber } from '@panel/domain/rewards/money';
import type { Dependencies } from '../dependencies.ts';
import { partnerLinks } from '../partners/routes.ts';
import { identify } from '../platform/identify.ts';
import { lastAnswered } from '../profiling/store.ts';
import { balances } from '../rewards/balances.ts';

/** The product's name as it stands in a field: `bua_second_round_survey_link`. */
const prefix = (product: string) => product.toLowerCase().replace(/[^a-z0-9]+/g, '_');
export const surveyLinkField = (product: string, survey: Survey) =>
  `${prefix(product)}_${survey.replace('-', '_')}_survey_link`;

/**
 * What home shows a panelist. Every field is always there; a link is null unless its survey is due, or its partner has
 * something to offer. The app appends '/' and the did to a profiling link.
 */
export async function registrationCheck({ config, database, vault, clock }: Dependencies, did: string) {
  const panelist = await identify(database, vault, did);
  const approved = isApproved(panelist.status);
  const [answered, { available, pending, total }] = await Promise.all([
    lastAnswered(database, panelist.id),
    balances(database, panelist.id),
  ]);
  const due = approved ? dueSurveys(panelist.registeredAt, answered, clock.now()) : [];
  const surveyLinks = SURVEYS.map((survey) => [
    surveyLinkField(config.product, survey),
    due.includes(survey) ? config.publicOrigin + screens.profiling(survey) : null,
  ]);
  const links: { [P in Partner]?: string | null } = approved ? partnerLinks({ config }) : {};
  return {
    status: panelist.status,
    ...Object.fromEntries(surveyLinks),
    ...Object.fromEntries(PARTNERS.map((partner) => [PARTNER_LINK_FIELDS[partner], links[partner] ?? null])),
    available_reward: toRandNumber(available),
    pending_reward: toRandNumber(pending),
    total_rewards: toRandNumber(total),
  };
}
