import type { CardQuality, PersonCard } from '@panel/domain/console/people-pages';
import { GOOD_SCORE, SIGNAL_RULES, type Signal } from '@panel/domain/quality/score';
import { Bar } from '../charts/Bar.tsx';
import { count, day, dayAndYear, plural } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import textStyles from '../parts/text.module.css';

type ScoredSignal = CardQuality['signals'][number];

/** What each signal counts against the panelist. Changes between forms count half. */
const VALUE_WORDS: Readonly<Record<Signal, (against: string, of: string) => string>> = {
  contradictions: (against, of) => `${against} of ${of} checks`,
  'fast-surveys': (against, of) => `${against} of ${of} surveys in less than a third of their usual length`,
  'fast-forms': (against, of) => `${against} of ${of} forms faster than they can be read`,
  reversals: (against, of) => `${against} of ${of} rewards taken back`,
  quarantined: (against) => `${against} that contradict an earlier report`,
  disputes: (against, of) => `${against} of ${of} answered, less those that were upheld`,
};

function SignalValue({ signal: { signal, against, of, lastAt, leftOutUntil, reasons } }: { signal: ScoredSignal }) {
  const number = Number.isInteger(against) ? count(against) : against.toFixed(1);
  return (
    <div>
      <span className={textStyles.soft}>
        {of === 0 ? 'Nothing seen yet' : VALUE_WORDS[signal](number, count(of))}
        {lastAt && `, last on ${day(lastAt)}`}
      </span>
      {reasons.map(({ sentence, times }) => (
        <small key={sentence}>
          {sentence}
          {times > 1 && ` ${plural(times, 'time', 'times')}.`}
        </small>
      ))}
      {leftOutUntil && <small>Left out until {dayAndYear(leftOutUntil)}, by two people</small>}
    </div>
  );
}

/** The score, and every signal with its points, which add up to it. */
export function PersonQuality({ card: { card, quality } }: { card: PersonCard }) {
  const score = quality?.score ?? null;
  return (
    <Card
      title="Quality score"
      sub="From the last 12 months, updated every night. It changes no status and no money. A panelist who writes to us can contest it."
      tools={
        quality?.signals.some(({ points, weight }) => points < weight) && (
          <OperationButton name="leave-out-signal" known={{ panelist: card }} subject={`Quality ${score}`}>
            Leave out a signal…
          </OperationButton>
        )
      }
      flush
    >
      <div className={cardStyles.above}>
        {score === null ? (
          <p className={textStyles.soft}>No score yet. Samples treat the panelist as good.</p>
        ) : (
          <>
            <p className={textStyles.amount}>
              {score}
              <small> of 100{score < GOOD_SCORE && `, below ${GOOD_SCORE}`}</small>
            </p>
            <Bar share={score / 100} {...(score < GOOD_SCORE && { tone: 'wait' as const })} />
          </>
        )}
      </div>
      {quality && (
        <DataTable
          caption="Signals in the quality score"
          narrow="cards"
          rows={quality.signals}
          rowKey={({ signal }) => signal}
          columns={[
            { head: 'Signal', cell: ({ signal }) => SIGNAL_RULES[signal].label },
            { head: 'Value', cell: (signal) => <SignalValue signal={signal} /> },
            { head: 'Points', isNumber: true, cell: ({ points, weight }) => `${points} of ${weight}` },
          ]}
        />
      )}
    </Card>
  );
}
