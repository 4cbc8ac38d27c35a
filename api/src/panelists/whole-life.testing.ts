/** A panelist with a row in every table that has rows about panelists. */
import { randomBytes } from 'node:crypto';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { goldenFor, idOf, type Kit, knows, newDid, SUBMISSION_CALLS, send } from '../../test/kit.ts';
import type { useOperator } from '../console/operator.testing.ts';
import { refuseProposal } from '../console/proposals.ts';
import { propose } from '../console/propose.ts';
import { finishSurvey, report } from '../disputes/disputes.testing.ts';
import { destroyKeys } from '../identity/keys.ts';
import { insertInvitations, insertTask, recordFinished } from '../invitations/tasks.ts';
import { deliverMessages } from '../messages/messages.testing.ts';
import { insertMessagesStatement } from '../messages/outbox.ts';
import { withOperations } from '../operations.ts';
import { matchReturn } from '../partners/cint-match/contract.testing.ts';
import { deliver, enterSurvey } from '../partners/partners.testing.ts';
import { scorePanelists } from '../quality/score-panel.ts';
import { leaveOut } from '../quality/store.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, earnAvailable, mintSession, reportEvent, withdrawalOf } from '../rewards/rewards.testing.ts';
import { writeOffCharge } from '../rewards/settlement-operations.ts';
import { composersOf } from '../worker/worker.ts';
import { unlock } from './your-data.testing.ts';

/** Values that are unique to the person. */
export type PersonalDetails = {
  readonly did: string;
  readonly number: string;
  readonly firstname: string;
  readonly surname: string;
  readonly dob: string;
  /** As sent; it is stored as a code. */
  readonly ethnicity: string;
};

export const PERSON: PersonalDetails = {
  did: `person-${newDid()}`,
  number: '27831239876',
  firstname: 'Canarina',
  surname: 'Vogelsang',
  dob: '1973-02-19',
  ethnicity: 'coloured',
};
export const OTHER_PERSON: PersonalDetails = {
  did: `other-${newDid()}`,
  number: '27839990001',
  firstname: 'Thembeka',
  surname: 'Mokgatlhane',
  dob: '1981-08-03',
  ethnicity: 'indian/asian',
};

const golden = { firstname: 'Nomvula', surname: 'Dlamini-van Wyk', dob: '1994-04-27', ethnicity: 'indian/asian' };

/** A golden payload with the person's values. */
const payloadOf = (name: Parameters<typeof goldenFor>[0], person: PersonalDetails): object =>
  Object.entries(golden).reduce<object>(
    (payload, [key, value]) =>
      JSON.parse(JSON.stringify(payload).replaceAll(value, person[key as keyof typeof golden])) as object,
    goldenFor(name, person.did),
  );

async function answerEverything(kit: Kit, person: PersonalDetails): Promise<void> {
  for (const [name, method, url] of SUBMISSION_CALLS) {
    const payload =
      name === 'dateOfBirth' ? { account: { user_id: person.did, dob: person.dob } } : payloadOf(name, person);
    const { statusCode, body } = await send(kit, method, url, payload);
    if (![200, 201].includes(statusCode)) throw new Error(`${name} answered ${statusCode}: ${body}`);
  }
  await send(kit, 'PUT', api.preference(person.did), { data: [{ preference: 'research', value: true }] });
}

/** Leaves a tombstone, which the next profile with the number finds. */
async function leaveOnce(kit: Kit, person: PersonalDetails): Promise<void> {
  await send(kit, 'POST', api.register, payloadOf('registration', person));
  await complete(kit, person.did, 900, { surveyId: `survey-${randomBytes(4).toString('hex')}` });
  await send(kit, 'DELETE', api.deleteProfile(person.did));
  await destroyKeys(kit.deps);
}

/** A thank-you for a late screen-out, which is off by default. */
export async function beThanked(kit: Kit, did: string): Promise<void> {
  const { thankYou } = kit.config.pricing;
  const session = await mintSession(kit, did);
  const before = { ...thankYou };
  Object.assign(thankYou, { amount: 50n, monthlyBudget: 10n ** 9n });
  const late = new Date(kit.clock.now().getTime() + 6 * MINUTE_MS);
  await reportEvent(kit, session, { outcome: 'screenout', key: `${session}:screenout` }, late);
  Object.assign(thankYou, before);
}

/** A paid survey, a reversed one, one from a partner's own link, and rows of the issuer's file and the partner's statement. */
async function earn(kit: Kit, { did }: PersonalDetails): Promise<void> {
  const session = await enterSurvey(kit, 'cint-match', did);
  // As if it had been chosen from a list.
  await kit.db.query(
    'update survey_sessions set shown_amount = 1450, share_ppm = 500000, zar_per_usd_micros = 18000000 where id = $1',
    [session.sessionId],
  );
  await deliver(kit, matchReturn(session, 'success', '3/10', { survey: '5150' }));
  await beThanked(kit, did);
  const reversed = await complete(kit, did, 1800);
  await reportEvent(kit, reversed, { outcome: 'reversed', key: `${reversed}:reversed` });
  const paid = await earnAvailable(kit, did);
  await send(kit, 'GET', api.withdraw(did));
  await runPayouts(kit.deps);
  const { reference } = await withdrawalOf(kit, did);
  await kit.db.query(
    `insert into settlements values ($1, 6000, '4477', $1 || '-T', $2, '[{"subject": "name:thandi", "account": "thandi"}]')`,
    [reference, kit.clock.now()],
  );
  await kit.db.query(
    `with file as (
       insert into settlement_files (day, account, read_at, verdicts) values ($2::timestamptz, 'thandi', $2, '{}') returning id),
     row as (insert into settlement_rows select id, 1, $1, $1 || '-T', 6100, 6000, 'amount-differs' from file)
     insert into issuer_questions (reference, account, asked_at) values ($1, 'thandi', $2)`,
    [reference, kit.clock.now()],
  );
  await kit.deps.database.transaction((tx) =>
    writeOffCharge(tx, { reference, transaction: `${reference}-T` }, 100n, kit.clock.now()),
  );
  await kit.db.query(
    `with statement as (
       insert into partner_statements (partner, month, digest, account, read_at, file_rows, verdicts)
       values ('purespectrum', '2026-11', $1, 'thandi', $2, 1, '{}') returning id)
     insert into partner_statement_rows select id, $3, 'matched', 6000, $2 from statement`,
    [randomBytes(32), kit.clock.now(), paid],
  );
}

async function takePartInTask({ deps, db }: Kit, id: string): Promise<void> {
  const { database, vault, config, clock } = deps;
  const name = `task-${randomBytes(4).toString('hex')}`;
  const task = { name, studyUrl: `${config.studies.origins[0]}/study/x`, selection: '', seed: 1 };
  await database.transaction(async (tx) => {
    await insertTask(tx, task, clock.now());
    await insertInvitations(tx, vault, config.partners.pseudonymKey, name, [id]);
  });
  const { rows } = await db.query('select id, pseudonym from task_invitations where task = $1', [name]);
  const [{ id: subject, pseudonym }] = rows;
  await database.transaction(async (tx) => {
    await tx.run(insertMessagesStatement([{ kind: 'task', subject, panelistId: id }], clock.now()));
    await recordFinished(tx, name, pseudonym, clock.now());
  });
}

/** Support work on a problem report. The audit log and proposals outlive a profile, so they contain no name. */
async function beSupported(
  { kit, operate }: Operator,
  { did, firstname, surname }: PersonalDetails,
  id: string,
): Promise<void> {
  const ticket = `ticket ${randomBytes(4).toString('hex')}`;
  const session = await finishSurvey(kit(), did);
  await report(kit(), did, session, 'other', `Nobody paid ${firstname} ${surname}.`);
  const { rows } = await kit().db.query("select 'D-' || id as name from disputes where session_id = $1", [session]);
  await operate('decline-dispute', { dispute: rows[0].name, answer: `We have no record of it, ${ticket}.` });
  await operate('reopen-dispute', { dispute: rows[0].name, reason: `the partner wrote, ${ticket}` });
  await operate('assign-dispute', { dispute: rows[0].name, to: 'nobody' });
  await operate('ask-partner', { dispute: rows[0].name, reason: ticket });
  await operate('decline-dispute', { dispute: rows[0].name, answer: `Your survey was not finished, ${ticket}.` });
  await operate('add-note', { did, text: `${firstname} ${surname} phoned, ${ticket}.` });
  await operate('open-card', { did, reason: ticket });
  const [one, other] = [operatorOf('thandi'), operatorOf('sipho')];
  const values = { panelist: id, reason: `asked by mail, ${ticket}` };
  const proposal = await propose(withOperations(kit().deps), one, OPERATIONS['export-person'], values);
  await refuseProposal(withOperations(kit().deps), other, proposal, `not signed, ${ticket}`);
}
const operatorOf = (account: string) => ({ subject: account, account, role: 'support' }) as const;

type Operator = Pick<ReturnType<typeof useOperator>, 'kit' | 'operate'>;

/** Returns the panelist's id. Sends all messages. */
export async function liveWholeLife(operator: Operator, person: PersonalDetails): Promise<string> {
  const kit = operator.kit();
  kit.superApp.answers(knows(person.number));
  await leaveOnce(kit, person);
  await answerEverything(kit, person);
  const id = await idOf(kit, person.did);
  await earn(kit, person);
  await takePartInTask(kit, id);
  await beSupported(operator, person, id);
  await kit.deps.database.transaction(async (tx) => {
    await leaveOut(tx, id, 'disputes', kit.clock.now());
    await scorePanelists(tx, [id], kit.clock.now());
  });
  await unlock(kit, person.did);
  kit.superApp.answers(knows(person.number));
  await kit.db.query('update panelists set inactivity_notice_at = $2 where id = $1', [id, new Date('2026-05-01')]);
  await deliverMessages(kit.deps, composersOf(kit.deps));
  kit.superApp.reset();
  return id;
}
