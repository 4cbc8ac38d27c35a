/** The panelists of the demo: when they registered, what they answered, and who may be written to. */
import { addMonths } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { registration } from '@panel/domain/panelists/registration';
import { PURGE_MONTHS, TERMS } from '@panel/domain/panelists/rules';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { lsmGroupOf } from '@panel/domain/profiling/lsm';
import { firstDueAt, nextDueAt } from '@panel/domain/profiling/schedule';
import { PROFILING_SURVEYS, type ProfilingSurvey } from '@panel/domain/profiling/surveys';
import {
  type Answer,
  type Answers,
  type Question,
  type Questionnaire,
  sentAsksOf,
} from '@panel/domain/questionnaire/definition';
import { PROFILING_QUESTIONNAIRES } from '@panel/domain/questionnaires';
import type { Cipher } from '../../api/src/platform/security/cipher.ts';
import { type Vault, vaultLabel } from '../../api/src/platform/security/vault.ts';
import { birthMonthIndex } from '../../api/src/profiling/birth-months.ts';
import { answerTo, truthByWealth } from './answers.ts';
import type { DemoRows, Row } from './insert.ts';
import type { Random } from './random.ts';

export type DemoPanelist = {
  readonly id: string;
  readonly walletId: string;
  readonly did: string;
  readonly status: PanelistStatus;
  readonly registeredAt: Date;
  /** When they last took part. */
  readonly leavesAt: Date;
  /** Sessions per week. */
  readonly sessionsAWeek: number;
};

const STATUSES: readonly (readonly [PanelistStatus, number])[] = [
  ['approved', 94],
  ['suspended', 2],
  ['pending', 1.5],
  ['blocked', 1],
  ['duplicate', 1],
  ['rejected', 0.5],
];

/** Sign-ups grow over the year. */
export function choosePanelists(random: Random, count: number, now: Date): DemoPanelist[] {
  const days = Array.from({ length: 365 }, (_, day) => (0.4 + day / 365) * (day % 7 > 4 ? 0.7 : 1));
  const people = Array.from({ length: count }, (_, index): DemoPanelist => {
    const daysAgo = 365 - random.weighted(days);
    const registeredAt = new Date(now.getTime() - daysAgo * DAY_MS + random.between(0, DAY_MS * 0.9));
    const stays = 4 + 190 * random.exponential() * random.next();
    return {
      id: random.uuid(),
      walletId: random.uuid(),
      did: `demo-${String(index + 1).padStart(6, '0')}`,
      status: (STATUSES[random.weighted(STATUSES.map(([, weight]) => weight))] as (typeof STATUSES)[number])[0],
      registeredAt,
      leavesAt: new Date(Math.min(registeredAt.getTime() + stays * DAY_MS, now.getTime())),
      sessionsAWeek: 0.15 + 1.1 * random.exponential(),
    };
  });
  return people.sort((a, b) => a.registeredAt.getTime() - b.registeredAt.getTime());
}

type Answered = { readonly definition: Questionnaire; readonly at: Date; readonly answers: [Question, Answer][] };

/** One in twelve answers carelessly, so that answers disagree. */
const CARELESS_SHARE = 1 / 12;
const SHARES: Readonly<Record<ProfilingSurvey, number>> = { 'second-round': 0.72, quarterly: 0.5, yearly: 0.42 };

function questionnairesOf(random: Random, { registeredAt, leavesAt }: DemoPanelist): Answered[] {
  const isCareless = random.chance(CARELESS_SHARE);
  const known: Record<string, Answer | undefined> = isCareless ? {} : { ...truthByWealth(random) };
  const fillIn = (definition: Questionnaire, at: Date): Answered => {
    const answers = sentAsksOf(definition).map(({ question }): [Question, Answer] => {
      const answer = known[question.id] ?? answerTo(random, question);
      if (!isCareless) known[question.id] = answer;
      return [question, answer];
    });
    return { definition, at, answers };
  };
  const done = [fillIn(registration, registeredAt)];
  let at = registeredAt;
  for (const survey of PROFILING_SURVEYS) {
    at = addMs(at, random.exponential() * 6 * DAY_MS);
    if (random.chance(SHARES[survey]) && at < leavesAt) done.push(fillIn(PROFILING_QUESTIONNAIRES[survey], at));
  }
  return done;
}

const KEYS_AT_ONCE = 100;

async function createKeys({ panelistKeys }: Vault, people: readonly DemoPanelist[]): Promise<Map<string, Cipher>> {
  const keys = new Map<string, Cipher>();
  for (let from = 0; from < people.length; from += KEYS_AT_ONCE)
    await Promise.all(
      people.slice(from, from + KEYS_AT_ONCE).map(async ({ id }) => keys.set(id, await panelistKeys.getOrCreate(id))),
    );
  return keys;
}

const EMPTY = Buffer.from([0]);

export async function addPanelists(
  rows: DemoRows,
  vault: Vault,
  random: Random,
  people: readonly DemoPanelist[],
): Promise<void> {
  const keys = await createKeys(vault, people);
  for (const person of people) {
    const key = keys.get(person.id) as Cipher;
    const { id: panelist_id, did, registeredAt } = person;
    rows.add('panelists', {
      id: panelist_id,
      did_index: vault.digest('did', did),
      did_sealed: key.seal(vaultLabel.panelistDid(panelist_id), did),
      number_index: vault.digest('number', did),
      status: person.status,
      registration_digest: EMPTY,
      registered_at: registeredAt,
      last_active_at: person.leavesAt,
      inactivity_check_at: addMonths(person.leavesAt, PURGE_MONTHS),
    });
    rows.add('wallets', { id: person.walletId, panelist_id });
    for (const purpose of ['membership', 'special:ethnicity', 'transfer_abroad', 'marketing'])
      rows.add('consents', {
        panelist_id,
        purpose,
        given: purpose !== 'marketing' || random.chance(0.4),
        terms_version: TERMS.revised,
        channel: 'registration',
        recorded_at: registeredAt,
      });
    rows.add('preferences', {
      panelist_id,
      preference: 'research',
      receive: random.chance(0.9),
      updated_at: registeredAt,
    });
    const done = questionnairesOf(random, person);
    addAnswers(rows, vault, key, panelist_id, done);
    for (const survey of PROFILING_SURVEYS) {
      const answered = done.find(({ definition }) => definition.id === PROFILING_QUESTIONNAIRES[survey].id);
      const dueAt = answered ? nextDueAt(survey, answered.at) : firstDueAt(survey, registeredAt);
      // No invitations: they would fill the sandbox's chat.
      if (dueAt) rows.add('profiling_due', { panelist_id, survey, due_at: dueAt, invite_at: null });
    }
  }
}

/** Each submission, and the current answers. */
function addAnswers(rows: DemoRows, vault: Vault, key: Cipher, panelist_id: string, done: readonly Answered[]): void {
  let current: Answers = {};
  const sealed = new Map<string, Row>();
  let birthMonth: Buffer | null = null;
  for (const { definition, at, answers } of done) {
    const answersWhere = (isPersonal: boolean): Answers =>
      Object.fromEntries(
        answers.flatMap(([{ id, personal }, answer]) => (Boolean(personal) === isPersonal ? [[id, answer]] : [])),
      );
    const [plain, personal] = [answersWhere(false), answersWhere(true)];
    rows.add('submissions', {
      panelist_id,
      questionnaire: definition.id,
      version: definition.version,
      answers: JSON.stringify(plain),
      sealed:
        Object.keys(personal).length > 0
          ? key.seal(vaultLabel.submission(panelist_id), JSON.stringify(personal))
          : null,
      digest: EMPTY,
      submitted_at: at,
    });
    current = { ...current, ...plain };
    for (const [question, answer] of Object.entries(personal))
      sealed.set(question, {
        panelist_id,
        question,
        sealed: key.seal(vaultLabel.personalAnswer(panelist_id, question), JSON.stringify(answer)),
      });
    const bornOn = personal[dateOfBirth.id];
    if (bornOn !== undefined) birthMonth = birthMonthIndex(vault, String(bornOn));
  }
  rows.add('profiles', {
    panelist_id,
    answers: JSON.stringify(current),
    birth_month: birthMonth,
    lsm_group: lsmGroupOf(current),
  });
  for (const row of sealed.values()) rows.add('personal_answers', row);
}
