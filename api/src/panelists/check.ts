import { type RegistrationCheck, registrationCheckWriter } from '@panel/domain/panelists/registration-check';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
import { PARTNERS } from '@panel/domain/partners/partners';
import { screens } from '@panel/domain/paths';
import { PROFILING_SURVEYS, type ProfilingSurvey } from '@panel/domain/profiling/surveys';
import { cents } from '@panel/domain/rewards/money';
import { estimateHint } from '@panel/domain/wording/reward-sentences';
import { didIndexOf, requirePanelist } from '../identity/panelists.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { entryLinkPath } from '../partners/routes.ts';
import { MIN_COMPLETIONS } from '../partners/survey-counts.ts';
import { sql } from '../platform/database/database.ts';

type Row = {
  readonly status: PanelistStatus;
  /** The profiling surveys that are due; null for none. */
  readonly surveys: readonly ProfilingSurvey[] | null;
  readonly available: string;
  readonly pending: string;
  readonly total: string;
  /** By partner, amounts in cents; null for none. */
  readonly estimates: Readonly<Record<string, { from: string; to: string; minutes: number }>> | null;
};

/** Estimates are rounded to a rand. */
const wholeRand = (amount: string) => Math.round(Number(amount) / 100);

/**
 * The answer to the registration check. Only approved panelists get links: to the surveys that are due, and to the partners. Throws the
 * problem `unknown-panelist` if the did isn't registered.
 */
export type CheckRegistration = (did: string) => Promise<Record<string, unknown>>;

/** The parts that are the same for all panelists are built once. */
export function createRegistrationCheck({ config, database, vault, clock }: PartnerDependencies): CheckRegistration {
  const write = registrationCheckWriter(config.product);
  const surveyLink = mapValues(PROFILING_SURVEYS, (survey) => config.publicOrigin + screens.profiling(survey));
  const noSurveyLinks = mapValues(PROFILING_SURVEYS, () => null);
  const partnerLinks = mapValues(PARTNERS, entryLinkPath);
  const noPartnerLinks = mapValues(PARTNERS, () => null);
  return async (did) => {
    const row = await database.one<Row>(sql`
      select p.status, w.available, w.pending, w.earned as total,
        (select array_agg(d.survey) from profiling_due d where d.panelist_id = p.id and d.due_at <= ${clock.now()}) as surveys,
        (select jsonb_object_agg(e.partner, jsonb_build_object(
            'from', e.reward_from::text, 'to', e.reward_to::text, 'minutes', e.minutes))
          from survey_estimates e where e.completions >= ${MIN_COMPLETIONS} and e.minutes is not null) as estimates
      from panelists p join wallets w on w.panelist_id = p.id
      where p.did_index = ${didIndexOf(vault, did)}`);
    const { status, surveys, estimates, ...amounts } = requirePanelist(row);
    const approved = isApproved(status);
    return write({
      status,
      surveyLinks:
        approved && surveys
          ? mapValues(PROFILING_SURVEYS, (survey) => (surveys.includes(survey) ? surveyLink[survey] : null))
          : noSurveyLinks,
      partnerLinks: approved ? partnerLinks : noPartnerLinks,
      available: cents(amounts.available),
      pending: cents(amounts.pending),
      total: cents(amounts.total),
      estimates: approved && estimates ? hintsOf(estimates) : {},
    });
  };
}

const hintsOf = (estimates: NonNullable<Row['estimates']>): RegistrationCheck['estimates'] =>
  Object.fromEntries(
    Object.entries(estimates).map(([partner, { from, to, minutes }]) => [
      partner,
      estimateHint(wholeRand(from), wholeRand(to), Math.max(1, minutes)),
    ]),
  );

const mapValues = <Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
