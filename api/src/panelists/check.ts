import { type RegistrationCheck, writeRegistrationCheck } from '@panel/domain/panelists/registration-check';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
import { PARTNERS } from '@panel/domain/partners/partners';
import { screens } from '@panel/domain/paths';
import { SURVEYS, type Survey } from '@panel/domain/profiling/schedule';
import { cents } from '@panel/domain/rewards/money';
import { estimateHint } from '@panel/domain/wording/estimates';
import { didIndexOf, found } from '../identity/panelists.ts';
import type { PartnerDependencies } from '../partners/partner.ts';
import { entryLinkPath } from '../partners/routes.ts';
import { sql } from '../platform/database.ts';

type Row = {
  readonly status: PanelistStatus;
  /** The profiling surveys that are due; null for none. */
  readonly surveys: readonly Survey[] | null;
  readonly available: string;
  readonly pending: string;
  readonly total: string;
  /** By partner, amounts in cents; null for none. */
  readonly estimates: Readonly<Record<string, { from: string; to: string; minutes: number }>> | null;
};

/** An estimate is no more exact than a rand. */
const wholeRand = (amount: string) => Math.round(Number(amount) / 100);

/**
 * The answer to the registration check. Only approved panelists get links: to the surveys that are due, and to the
 * partners. Throws the problem `unknown-panelist` for a did that isn't on the panel.
 */
export async function registrationCheck(
  { config, database, vault, clock }: PartnerDependencies,
  did: string,
): Promise<Record<string, unknown>> {
  const { status, surveys, estimates, ...amounts } = found(
    await database.one<Row>(sql`
      select p.status, d.surveys, b.available, b.pending, b.total, e.estimates
      from panelist_of_did(${didIndexOf(vault, did)}) p,
        due_surveys(p.panelist_id, ${clock.now()}) d,
        balances_of(p.panelist_id) b, shown_estimates() e`),
  );
  const approved = isApproved(status);
  const surveyLinks = SURVEYS.map((survey) => [
    survey,
    approved && surveys?.includes(survey) ? config.publicOrigin + screens.profiling(survey) : null,
  ]);
  const partnerLinks = PARTNERS.map((partner) => [partner, approved ? entryLinkPath(config.survey, partner) : null]);
  return writeRegistrationCheck(config.product, {
    status,
    surveyLinks: Object.fromEntries(surveyLinks) as RegistrationCheck['surveyLinks'],
    partnerLinks: Object.fromEntries(partnerLinks) as RegistrationCheck['partnerLinks'],
    available: cents(BigInt(amounts.available)),
    pending: cents(BigInt(amounts.pending)),
    total: cents(BigInt(amounts.total)),
    estimates: Object.fromEntries(
      Object.entries(approved ? (estimates ?? {}) : {}).map(([partner, { from, to, minutes }]) => [
        partner,
        estimateHint(wholeRand(from), wholeRand(to), Math.max(1, minutes)),
      ]),
    ),
  });
}
