import { southAfricanDate } from '@panel/domain/calendar';
import { erasureChanges } from '@panel/domain/console/erasure';
import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
import { formatRand } from '@panel/domain/rewards/amounts';
import { insertCardOpening } from '../console/cards.ts';
import { panelistIdOf, refuseUnknown } from '../console/find-panelist.ts';
import {
  type Implementation,
  inputOf,
  type OperationRun,
  OperatorError,
  type ProposalFacts,
} from '../console/operation.ts';
import { findAndLockPanelist, panelistById, readDid, requirePanelist, setStatus } from '../identity/panelists.ts';
import type { Tx } from '../platform/database/database.ts';
import { researchPreference } from '../preferences/store.ts';
import { reconsiderInvitationsStatement } from '../profiling/schedule.ts';
import { rewardHistory } from '../rewards/history.ts';
import { walletOfPanelist } from '../rewards/ledger.ts';
import { deleteProfile } from './delete.ts';
import { lastActivityOf } from './last-activity.ts';
import { insertNote } from './notes.ts';
import { personalData } from './personal-data.ts';
import { readableText } from './readable-text.ts';

const GONE = 'The profile was deleted.';

async function cardLines(tx: Tx, id: string): Promise<string[]> {
  const { status, registeredAt } = await panelistById(tx, id);
  const { available, pending, earned } = await walletOfPanelist(tx, id);
  return [
    `status      ${status}`,
    `registered  ${registeredAt.toISOString()}`,
    `last active ${(await lastActivityOf(tx, id)).toISOString()}`,
    `research    ${(await researchPreference(tx, id))?.receive ? 'opted in' : 'opted out'}`,
    `available   ${formatRand(available)}, pending ${formatRand(pending)}, earned ${formatRand(earned)}`,
    ...(await rewardHistory(tx, id, 20)).map(
      ({ at, kind, state, amount }) =>
        `  ${southAfricanDate(at)}  ${kind.padEnd(10)} ${state.padEnd(10)} ${formatRand(amount)}`,
    ),
  ];
}

const showPanelistCard: Implementation = {
  async perform(run) {
    const { tx, deps, operator, at } = run;
    const did = inputOf(run, 'did');
    const panelistId = await panelistIdOf(tx, deps.vault, did);
    const card = await insertCardOpening(
      tx,
      operator,
      { panelistId, didEnd: did.slice(-4), reason: inputOf(run, 'reason') },
      at,
    );
    return {
      message: 'The card is open.',
      subject: panelistId,
      lines: await cardLines(tx, panelistId),
      data: { card },
    };
  },
};

const changeStatus: Implementation = {
  async perform(run) {
    const [subject, to] = [inputOf(run, 'panelist'), inputOf(run, 'to') as PanelistStatus];
    // The profile may have been deleted after it was found.
    if (!(await setStatus(run.tx, subject, to))) throw new OperatorError(GONE);
    if (isApproved(to)) await run.tx.many(reconsiderInvitationsStatement(subject));
    return { message: `The panelist is now ${to}.`, subject };
  },
};

const addNote: Implementation = {
  async perform(run) {
    const subject = inputOf(run, 'panelist');
    await insertNote(run.tx, subject, run.operator.account, inputOf(run, 'text'), run.at);
    return { message: 'The note was added to the card.', subject };
  },
};

async function factsOf(run: OperationRun): Promise<ProposalFacts> {
  const subject = inputOf(run, 'panelist');
  const record = await panelistById(run.tx, subject).catch(refuseUnknown(GONE));
  return {
    subject,
    amount: null,
    facts: [
      { label: 'On the panel since', value: { at: record.registeredAt.toISOString() } },
      { label: 'Status', value: { text: STATUS_LABELS[record.status] } },
    ],
  };
}

const formatOf = (run: OperationRun): 'text' | 'JSON' => (inputOf(run, 'format') === 'text' ? 'text' : 'JSON');

const exportPerson: Implementation = {
  async facts(run) {
    const { facts, ...person } = await factsOf(run);
    return { ...person, facts: [...facts, { label: 'Format', value: { text: formatOf(run) } }] };
  },
  async perform(run) {
    const subject = inputOf(run, 'panelist');
    const data = await personalData(run.tx, run.deps.vault, subject);
    const file =
      formatOf(run) === 'text'
        ? { name: 'person.txt', content: readableText(data) }
        : { name: 'person.json', content: `${JSON.stringify(data, null, 2)}\n` };
    return { message: 'Exported.', subject, file };
  },
};

const erasePerson: Implementation = {
  async facts(run) {
    const { facts, ...person } = await factsOf(run);
    const { available, pending, reserved, owed } = await walletOfPanelist(run.tx, inputOf(run, 'panelist'));
    const changes = erasureChanges({
      available: Number(available),
      pending: Number(pending),
      reserved: Number(reserved),
      owed: -Number(owed),
    });
    return {
      ...person,
      facts: [...facts, ...changes.map(({ label, before, after }) => ({ label, value: { before, after } }))],
    };
  },
  async perform(run) {
    const subject = inputOf(run, 'panelist');
    requirePanelist(await findAndLockPanelist(run.tx, subject));
    const did = await readDid(run.tx, run.deps.vault, subject);
    await deleteProfile(run.tx, run.deps.vault, { id: subject, did }, run.at);
    return { message: 'Erased.', subject };
  },
};

export const personOperations = {
  'open-card': showPanelistCard,
  'set-status': changeStatus,
  'add-note': addNote,
  'export-person': exportPerson,
  'erase-person': erasePerson,
};
