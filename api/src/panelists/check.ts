import { type RegistrationCheck, writeRegistrationCheck } from '@panel/domain/panelists/registration-check';
import { isApproved } from '@panel/domain/panelists/status';
import { PARTNERS } from '@panel/domain/partners/partners';
import { screens } from '@panel/domain/paths';
import { SURVEYS } from '@panel/domain/profiling/schedule';
import { identify } from '../identity/panelists.ts';
import type { PartnerDependencies } from '../partners/partner.ts';
import { entryLinkPath } from '../partners/routes.ts';
import { dueSurveys } from '../profiling/schedule.ts';
import { balances } from '../rewards/balances.ts';

/**
 * The answer to the registration check. Only approved panelists get links: to the surveys that are due, and to the
 * partners. Throws the problem `unknown-panelist` for a did that isn't on the panel.
 */
export async function registrationCheck(
  { config, database, vault, clock }: PartnerDependencies,
  did: string,
): Promise<Record<string, unknown>> {
  const panelist = await identify(database, vault, did);
  const approved = isApproved(panelist.status);
  const [due, { available, pending, total }] = await Promise.all([
    dueSurveys(database, panelist.id, clock.now()),
    balances(database, panelist.id),
  ]);
  const surveyLinks = SURVEYS.map((survey) => [
    survey,
    approved && due.includes(survey) ? config.publicOrigin + screens.profiling(survey) : null,
  ]);
  const partnerLinks = PARTNERS.map((partner) => [partner, approved ? entryLinkPath(config.survey, partner) : null]);
  return writeRegistrationCheck(config.product, {
    status: panelist.status,
    surveyLinks: Object.fromEntries(surveyLinks) as RegistrationCheck['surveyLinks'],
    partnerLinks: Object.fromEntries(partnerLinks) as RegistrationCheck['partnerLinks'],
    available,
    pending,
    total,
  });
}
