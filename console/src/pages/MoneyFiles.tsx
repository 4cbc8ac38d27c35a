import type { MoneyPage } from '@panel/domain/console/money-pages';
import { DAY_MS } from '@panel/domain/durations';
import { count, day, dayAndTime, plural, rand, sum, time } from '../format.ts';
import { uploadIcon } from '../icons.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Amount } from '../parts/StatTile.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { VERDICTS } from '../words.ts';

/** The balance with the issuer should last this long. */
const ENOUGH_DAYS = 10;

export function FloatCard({ float }: { float: MoneyPage['float'] }) {
  if (!float) return null;
  const { balance, at, paidOutPerDay } = float;
  const days = paidOutPerDay === 0 ? null : Math.floor(balance / paidOutPerDay);
  const isEnough = days === null || days >= ENOUGH_DAYS;
  const emptyOn = days === null ? null : new Date(Date.parse(at) + days * DAY_MS).toISOString();
  return (
    <Card
      title={days === null ? 'Voucher float' : `The voucher float lasts ${plural(days, 'day')}`}
      define="float"
      sub={`As the issuer reported ${time(at)}`}
      tools={
        <StatusPill tone={isEnough ? 'good' : 'wait'}>{isEnough ? `Over ${ENOUGH_DAYS} days` : 'Top it up'}</StatusPill>
      }
    >
      <p className="amount">
        <Amount cents={balance} />
      </p>
      <p className="faint small">
        {rand(paidOutPerDay)} a day on average{emptyOn && `; empty about ${day(emptyOn)}`}
      </p>
    </Card>
  );
}

export function SettlementCard({ settlement }: { settlement: MoneyPage['settlement'] }) {
  const upload = (
    <OperationButton name="reconcile" icon={uploadIcon} isSmall>
      Upload…
    </OperationButton>
  );
  if (!settlement)
    return (
      <Card
        title="No file of the issuer yet"
        sub="Its settlements are compared with our withdrawals, by reference"
        tools={upload}
        anchor="settlement"
      />
    );
  const { rows } = settlement;
  const all = sum(rows.map((each) => each.count));
  const matched = sum(rows.filter(({ verdict }) => verdict === 'matched').map((each) => each.count));
  return (
    <Card
      title={`The issuer’s file of ${day(settlement.day)}: ${matched === all ? `all ${count(all)} rows match` : `${count(matched)} of ${count(all)} rows match`}`}
      sub={`Uploaded ${dayAndTime(settlement.uploadedAt)} by ${settlement.uploadedBy}`}
      tools={
        <>
          <CsvLink page="money" table="settlement" />
          {upload}
        </>
      }
      anchor="settlement"
      flush
    >
      <DataTable
        caption="Rows of the issuer’s file"
        rows={rows}
        rowKey={({ verdict }) => verdict}
        isWaiting={({ verdict, count: many }) => verdict !== 'matched' && many > 0}
        columns={[
          {
            head: 'Verdict',
            cell: ({ verdict }) => (
              <>
                {VERDICTS[verdict][0]}
                {VERDICTS[verdict][1] && <small>{VERDICTS[verdict][1]}</small>}
              </>
            ),
            foot: 'All',
          },
          { head: 'Rows', isNumber: true, cell: (each) => count(each.count), foot: count(all) },
          {
            head: 'Amount',
            isNumber: true,
            cell: ({ amount }) => rand(amount),
            foot: rand(sum(rows.map(({ amount }) => amount))),
          },
        ]}
      />
    </Card>
  );
}
