import { erasureChanges } from '@panel/domain/console/erasure';
import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import { CONSENT_PURPOSES } from '@panel/domain/panelists/consents';
import { ethnicity } from '@panel/domain/panelists/questions';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
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
import { eraseAnswer } from '../profiling/erase.ts';
import { reconsiderInvitationsStatement } from '../profiling/schedule.ts';
import { walletOfPanelist } from '../rewards/ledger.ts';
import { withdrawConsentStatement } from './consents.ts';
import { deleteProfile } from './delete.ts';
import { insertNote } from './notes.ts';
import { personalData } from './personal-data.ts';
import { readableText } from './readable-text.ts';

const GONE = 'The profile was deleted.';

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
      data: { card },
    };
  },
};

const changeStatus: Implementation = {
  async perform(run) {
    const [subject, to] = [inputOf(run, 'panelist'), inputOf(run, 'to') as PanelistStatus];
    // The profile may have been deleted after it was found.
    if (!(await setStatus(run.tx, subject, to))) throw new OperatorError(GONE);
    if (isApproved(to)) await run.tx.run(reconsiderInvitationsStatement(subject));
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

/** For a panelist who asks support; panelists also withdraw consents on Your data themselves. */
const withdrawConsent: Implementation = {
  async perform(run) {
    const { tx, deps, at } = run;
    const subject = inputOf(run, 'panelist');
    const purpose = CONSENT_PURPOSES.find((one) => one === inputOf(run, 'purpose'));
    if (!purpose || !(await findAndLockPanelist(tx, subject))) throw new OperatorError(GONE);
    await tx.run(withdrawConsentStatement(subject, purpose, at));
    if (purpose === 'special:ethnicity') await eraseAnswer(tx, deps.vault, subject, ethnicity.id);
    return { message: 'Withdrawn.', subject };
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
  'withdraw-consent': withdrawConsent,
  'export-person': exportPerson,
  'erase-person': erasePerson,
};
