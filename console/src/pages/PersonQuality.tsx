import type { CardQuality, PersonCard } from '@panel/domain/console/people-pages';
import { GOOD_SCORE } from '@panel/domain/quality/score';
import { Bar } from '../charts/Bar.tsx';
import { day, dayAndYear } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import textStyles from '../parts/text.module.css';

type ScoredSignal = CardQuality['signals'][number];

function SignalValue({ signal: { value, lastAt, leftOutUntil, reasons } }: { signal: ScoredSignal }) {
  return (
    <div>
      <span className={textStyles.soft}>
        {value}
        {lastAt && `, last on ${day(lastAt)}`}
      </span>
      {reasons.map(({ sentence, times }) => (
        <small key={sentence}>
          {sentence}
          {times > 1 && ` (${times}×)`}
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
      sub="From the last 12 months, updated every night. It changes no status and no money. A panelist can contest it."
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
          rowKey={({ label }) => label}
          columns={[
            { head: 'Signal', cell: ({ label }) => label },
            { head: 'Value', cell: (signal) => <SignalValue signal={signal} /> },
            { head: 'Points', isNumber: true, cell: ({ points, weight }) => `${points} of ${weight}` },
          ]}
        />
      )}
    </Card>
  );
}
