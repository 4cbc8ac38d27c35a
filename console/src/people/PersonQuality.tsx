import type { PersonCard } from '@panel/api/panelists/card-page';
import type { CardQuality } from '@panel/api/quality/card-section';
import { Bar } from '../charts/Bar.tsx';
import { day, dayAndYear } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import cardStyles from '../parts/Card.module.css';
import { TableCard } from '../parts/TableCard.tsx';
import textStyles from '../parts/text.module.css';

type ScoredSignal = CardQuality['signals'][number];

function SignalValue({ signal: { value, lastAt, leftOutUntil, reasons } }: { signal: ScoredSignal }) {
  return (
    <div>
      <span className={textStyles.soft}>
        {value}
        {lastAt && `, last on ${day(lastAt)}`}
      </span>
      {reasons.map((reason) => (
        <small key={reason}>{reason}</small>
      ))}
      {leftOutUntil && <small>Left out until {dayAndYear(leftOutUntil)}</small>}
    </div>
  );
}

/** The score, and every signal with its points, which add up to it. */
export function PersonQuality({ card: { card, quality } }: { card: PersonCard }) {
  const score = quality?.score ?? null;
  return (
    <TableCard
      title="Quality score"
      sub="From the last 12 months, updated every night. It changes no status and no money, and the panelist can contest it."
      tools={
        score !== null &&
        score < 100 && (
          <OperationButton name="leave-out-signal" known={{ panelist: card }}>
            Leave out a signal…
          </OperationButton>
        )
      }
      above={
        <div className={cardStyles.above}>
          <p className={textStyles.amount}>
            {score ?? 'No score yet'}
            {score !== null && <small> of 100</small>}
          </p>
          <Bar share={(score ?? 0) / 100} />
        </div>
      }
      caption="Signals"
      narrow="cards"
      rows={quality?.signals ?? []}
      rowKey={({ label }) => label}
      empty={null}
      columns={[
        { head: 'Signal', cell: ({ label }) => label },
        { head: 'Value', cell: (signal) => <SignalValue signal={signal} /> },
        { head: 'Points', isNumber: true, cell: ({ points, weight }) => `${points} of ${weight}` },
      ]}
    />
  );
}
