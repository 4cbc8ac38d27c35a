/** What the signals of panelists' scores are made of, read for many panelists at once. */

import { dateOfBirth } from '@panel/domain/panelists/questions';
import { dateOfBirthQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { checkContradictions } from '@panel/domain/quality/contradictions';
import type { Observation, Observations } from '@panel/domain/quality/score';
import { isFastForm } from '@panel/domain/quality/speed';
import type { Answers, Questionnaire } from '@panel/domain/questionnaire/definition';
import { givenAnswers } from '@panel/domain/questionnaire/given-answers';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';
import { type Queries, sql } from '../platform/database/database.ts';

type FormRow = {
  readonly panelistId: string;
  readonly questionnaire: string;
  readonly version: number;
  readonly answers: Answers;
  /** Differs if the answers differ. */
  readonly mark: string;
  readonly seconds: number | null;
  readonly at: Date;
};

/** Of one panelist. A person sends this many in years, a script in a day. */
const MAX_FORMS = 100;

/** The latest forms. Never the encrypted answers. */
const formsOf = (db: Queries, panelistIds: readonly string[]) =>
  db.many<FormRow>(sql`
    select f.panelist_id as "panelistId", f.questionnaire, f.version, f.answers, encode(f.digest, 'hex') as mark,
      f.form_seconds as seconds, f.submitted_at as at
    from unnest(${panelistIds}::uuid[]) p (id)
    cross join lateral (
      select * from submissions where panelist_id = p.id order by submitted_at desc, id desc limit ${MAX_FORMS}
    ) f
    order by f.submitted_at, f.id`);

type SessionRow = {
  readonly panelistId: string;
  readonly openedAt: Date;
  readonly completedAt: Date | null;
  readonly isFast: boolean | null;
  readonly quarantined: number;
} & ({ readonly earnedAt: Date; readonly isReversed: boolean } | { readonly earnedAt: null });

const sessionsOf = (db: Queries, panelistIds: readonly string[]) =>
  db.many<SessionRow>(sql`
    select s.panelist_id as "panelistId", s.created_at as "openedAt", s.completed_at as "completedAt", s.is_fast as "isFast",
      s.quarantined, r.earned_at as "earnedAt", r.state = 'reversed' as "isReversed"
    from survey_sessions s left join rewards r on r.session_id = s.id
    where s.panelist_id = any(${panelistIds}::uuid[]) and (s.completed_at is not null or s.quarantined > 0 or r.id is not null)`);

type DisputeRow = { readonly panelistId: string; readonly isUpheld: boolean; readonly at: Date };

/** Only reports about money: what a panelist says about a bad survey is never held against them. */
const disputesOf = (db: Queries, panelistIds: readonly string[]) =>
  db.many<DisputeRow>(sql`
    select panelist_id as "panelistId", outcome = 'credited' as "isUpheld", answered_at as at from disputes
    where panelist_id = any(${panelistIds}::uuid[]) and answered_at is not null
      and kind in ('no-reward', 'reward-reversed', 'reward-too-small')`);

const DEFINITIONS: ReadonlyMap<string, Questionnaire> = new Map(QUESTIONNAIRES.map((one) => [one.id, one]));

/** The date of birth is encrypted, but the hash of its form tells whether it was changed. */
function answersOf({ questionnaire, version, answers, mark }: FormRow): Answers {
  const definition = DEFINITIONS.get(questionnaire);
  if (!definition) return {};
  if (definition.id === dateOfBirthQuestionnaire.id)
    return version === definition.version ? { [dateOfBirth.id]: mark } : {};
  return givenAnswers(definition, answers);
}

function fastFormsOf(forms: readonly FormRow[]): Observation[] {
  return forms.flatMap(({ questionnaire, seconds, at }) => {
    const definition = DEFINITIONS.get(questionnaire);
    const isFast = definition ? isFastForm(definition, seconds) : null;
    return isFast === null ? [] : [{ at, weight: Number(isFast) }];
  });
}

/** Everything that counts, by panelist. */
export async function observe(
  db: Queries,
  panelistIds: readonly string[],
): Promise<(panelistId: string) => Observations> {
  const [forms, sessions, disputes] = await Promise.all([
    formsOf(db, panelistIds),
    sessionsOf(db, panelistIds),
    disputesOf(db, panelistIds),
  ]);
  const group = <Row extends { readonly panelistId: string }>(rows: readonly Row[]) =>
    rows.reduce(
      (byId, row) => byId.set(row.panelistId, [...(byId.get(row.panelistId) ?? []), row]),
      new Map<string, Row[]>(),
    );
  const [formsBy, sessionsBy, disputesBy] = [group(forms), group(sessions), group(disputes)];
  return (id) => {
    const sent = formsBy.get(id) ?? [];
    const visits = sessionsBy.get(id) ?? [];
    return {
      contradictions: checkContradictions(sent.map((form) => ({ at: form.at, answers: answersOf(form) }))),
      'fast-forms': fastFormsOf(sent),
      'fast-surveys': visits.flatMap(({ completedAt, isFast }) =>
        completedAt && isFast !== null ? [{ at: completedAt, weight: Number(isFast) }] : [],
      ),
      reversals: visits.flatMap((visit) =>
        visit.earnedAt ? [{ at: visit.earnedAt, weight: Number(visit.isReversed) }] : [],
      ),
      quarantined: visits.flatMap(({ openedAt, quarantined }) =>
        quarantined > 0 ? [{ at: openedAt, weight: quarantined }] : [],
      ),
      disputes: (disputesBy.get(id) ?? []).map(({ isUpheld, at }) => ({ at, weight: isUpheld ? -1 : 1 })),
    };
  };
}
