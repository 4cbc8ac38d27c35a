import type { SettlementPageData } from '@panel/api/rewards/settlement-page';
import { proposalHref } from '@panel/domain/console/proposal-page';
import { buttonClass } from '@panel/ui/Button';
import { useAddress, withQuery } from '../address.ts';
import { count, day, dayAndTime, dayAndYear, percent, plural, rand, share, time } from '../format.ts';
import { pauseIcon, uploadIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Banner } from '../parts/Banner.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import textStyles from '../parts/text.module.css';
import type { PageProps } from '../shell/PageState.tsx';
import { SETTLEMENT_FILTER_WORDS } from '../words.ts';
import { SettlementRows } from './SettlementRows.tsx';
import { rowsOf, SettlementTotals, SettlementUploads } from './SettlementTotals.tsx';

export function SettlementPage({ data }: PageProps<'settlement'>) {
  const { file, files, totals } = data;
  const upload = (
    <OperationButton name="reconcile" icon={uploadIcon} isPrimary={!file}>
      {file ? 'Upload another file…' : 'Upload the issuer’s file…'}
    </OperationButton>
  );
  if (!file)
    return (
      <>
        <PageHead title="Issuer settlement" sub="No such upload. The issuer’s file is compared with our withdrawals.">
          {upload}
        </PageHead>
        <SettlementUploads files={files} shown={null} />
      </>
    );
  return (
    <>
      <PageHead
        title={`Issuer settlement, ${dayAndYear(file.day)}`}
        sub={`${plural(rowsOf(file), 'row')} · uploaded by ${file.uploadedBy} on ${dayAndTime(file.uploadedAt)}`}
      >
        {upload}
      </PageHead>
      <StateBanner data={data} />
      <ResultTiles data={data} />
      <SettlementRows data={data} day={file.day} />
      <div className={layout.grid}>
        <SettlementTotals totals={totals} />
        <SettlementUploads files={files} shown={file.id} />
      </div>
    </>
  );
}

function StateBanner({ data: { frozen, alarming, counts } }: { data: SettlementPageData }) {
  const address = useAddress();
  const vouchers = `${plural(alarming.count, 'voucher')} (${rand(alarming.amount)})`;
  if (frozen?.proposal)
    return (
      <Banner
        tone="wait"
        title={`Payouts are frozen. ${frozen.proposal} to resume them is waiting for approval.`}
        actions={
          <Link className={buttonClass('plain')} href={proposalHref(frozen.proposal)}>
            View {frozen.proposal}
          </Link>
        }
      >
        <p>Once another finance account approves, {waitingWords(frozen)} will go out within a minute.</p>
      </Banner>
    );
  if (frozen)
    return (
      <Banner
        tone="bad"
        icon={pauseIcon}
        title={`Payouts have been frozen since ${day(frozen.since)} at ${time(frozen.since)}`}
        actions={
          <OperationButton
            name="resume-payouts"
            subject={alarming.count > 0 ? `${vouchers} of this file still unexplained` : undefined}
            isPrimary
          >
            Propose resuming payouts…
          </OperationButton>
        }
      >
        <p>
          {alarming.count > 0 &&
            `This file lists ${vouchers} that we can’t account for. To avoid paying anyone twice, no new vouchers are requested. `}
          {waitingWords(frozen)} {frozen.waiting.count === 1 ? 'is' : 'are'} waiting.
        </p>
        {alarming.count > 0 ? (
          <ol>
            <li>
              Ask the issuer about{' '}
              <Link href={`${withQuery(address, { show: 'theirs' })}#rows`}>the vouchers that froze payouts</Link>.
            </li>
            <li>Write them off, or have the issuer cancel them.</li>
            <li>Propose resuming payouts. Another finance account must approve.</li>
          </ol>
        ) : (
          <p>Reason: {frozen.reason}</p>
        )}
      </Banner>
    );
  if (counts.open > 0)
    return (
      <Banner tone="wait" title={`${plural(counts.open, 'row needs', 'rows need')} attention`}>
        <p>Payouts are running.</p>
      </Banner>
    );
  return (
    <Banner tone="good" title={counts.matched === counts.all ? 'Every row matches' : 'Every difference is resolved'} />
  );
}

const waitingWords = ({ waiting }: NonNullable<SettlementPageData['frozen']>): string =>
  `${plural(waiting.count, 'withdrawal')} (${rand(waiting.amount)})`;

function ResultTiles({ data: { totals, counts, alarming } }: { data: SettlementPageData }) {
  const address = useAddress();
  return (
    <Tiles>
      {totals.map(({ result, ours, theirs, open }) => {
        const side = result === 'ours' ? ours : theirs;
        const detail = {
          matched: `${percent(share(counts.matched, counts.all))} of all rows`,
          ours: 'paid by us, not in the file',
          theirs: alarming.count > 0 && `${count(alarming.count)} froze payouts`,
          amount: side.count > 0 && `by ${rand(Math.abs(ours.amount - theirs.amount))}`,
        }[result];
        return (
          <StatTile
            key={result}
            label={SETTLEMENT_FILTER_WORDS[result]}
            value={count(side.count)}
            sub={[rand(side.amount), detail].filter(Boolean).join(' · ')}
            isWaiting={open > 0}
          >
            <p>
              {side.count > 0 && (
                <Link className={textStyles.small} href={`${withQuery(address, { show: result })}#rows`}>
                  Show rows<span className="visually-hidden">: {SETTLEMENT_FILTER_WORDS[result]}</span>
                </Link>
              )}
            </p>
          </StatTile>
        );
      })}
    </Tiles>
  );
}
