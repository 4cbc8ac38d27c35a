import { SIGNAL_LABELS, SIGNALS } from '@panel/domain/quality/score';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { scorePanelists } from './score-panel.ts';
import { leaveOut, qualityOf } from './store.ts';

async function signalOf(run: OperationRun) {
  const quality = await qualityOf(run.tx, inputOf(run, 'panelist'));
  const name = SIGNALS.find((one) => one === inputOf(run, 'signal'));
  const found = quality?.signals.find(({ signal }) => signal === name);
  if (!quality || !name || !found || found.points === found.weight)
    throw new OperatorError('This signal takes no points from the score.');
  return { score: quality.score, name, found };
}

/** A panelist contests a signal, and two people agree. What is seen later counts again. */
const leaveOutSignal: Implementation = {
  async facts(run) {
    const { score, name, found } = await signalOf(run);
    return {
      subject: inputOf(run, 'panelist'),
      amount: null,
      facts: [
        { label: 'Signal', value: { text: SIGNAL_LABELS[name] } },
        { label: 'Counts against the panelist', value: { text: `${found.against} of ${found.of}` } },
        { label: 'Points', value: { text: `${found.points} of ${found.weight}` } },
        { label: 'Score', value: { text: String(score) } },
      ],
    };
  },
  async perform(run) {
    const subject = inputOf(run, 'panelist');
    const { name } = await signalOf(run);
    await leaveOut(run.tx, subject, name, run.at);
    await scorePanelists(run.tx, [subject], run.at);
    return { message: 'The signal is left out. What is seen from now on counts.', subject };
  },
};

export const qualityOperations = {
  'leave-out-signal': leaveOutSignal,
};
