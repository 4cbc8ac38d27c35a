import { api, screens } from '@panel/domain/paths';
import { type Cents, cents, formatRand, MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import { BALANCE, COMMON } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { Dialog } from '@panel/ui/Dialog';
import { refreshIcon } from '@panel/ui/Icon';
import { Notice } from '@panel/ui/Notice';
import { EmptyState } from '@panel/ui/Result';
import { Skeleton } from '@panel/ui/Skeleton';
import { dismissError, showToast } from '@panel/ui/toasts';
import { WaitArt } from '@panel/ui/WaitArt';
import { useCallback, useEffect, useRef, useState } from 'react';
import { checkRegistration, markAmountsOutdated, useMembership } from '../panelists/membership.ts';
import { useIsActiveScreen } from '../shell/active-screen.ts';
import { call } from '../shell/api.ts';
import { useOneAtATime } from '../shell/one-at-a-time.ts';
import { RequireDid } from '../shell/RequireDid.tsx';
import { Link } from '../shell/router.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { History } from './History.tsx';
import { type Entry, fetchHistory } from './history.ts';
import { BigMoney } from './Money.tsx';

/** What is on its way, as the list says; where there is no list, what was withdrawn on this screen. */
function amountOnItsWay(entries: readonly Entry[] | null, withdrawn: Cents | null): Cents | null {
  if (entries === null) return withdrawn;
  const underWay = entries.filter(({ state }) => state === 'processing');
  return underWay.length === 0 ? null : cents(underWay.reduce((sum, { amount }) => sum + amount, 0n));
}

function BalanceSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <p className="visually-hidden">{COMMON.loading}</p>
      <Skeleton height={272} />
      <Skeleton height={240} />
    </div>
  );
}

function Balance({ did }: { did: string }) {
  const balance = useMembership(did);
  const [history, setHistory] = useState<readonly Entry[] | null | 'lost'>(null);
  const [loading, setLoading] = useState(true);
  const [failed, setFailed] = useState(false);
  const [asking, setAsking] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Cents | null>(null);
  const oneAtATime = useOneAtATime();
  const isActive = useIsActiveScreen();
  const turn = useRef(0);

  const refresh = useCallback(
    async (quietly = false) => {
      const mine = ++turn.current;
      if (!quietly) dismissError();
      setLoading(true);
      const list = fetchHistory(did);
      const isKnown = await checkRegistration(did).then(
        () => true,
        () => false,
      );
      if (mine !== turn.current) return;
      setFailed(!isKnown);
      if (!isKnown && !quietly && isActive()) showToast({ tone: 'error', text: BALANCE.refreshFailed });
      const entries = await list;
      if (mine !== turn.current) return;
      setHistory(entries);
      setLoading(false);
    },
    [did, isActive],
  );
  useEffect(() => void refresh(), [refresh]);

  async function withdraw(amount: Cents) {
    if (amount < MINIMUM_WITHDRAWAL) return setAsking(false);
    dismissError();
    setWithdrawing(true);
    const accepted = await call<unknown>('GET', api.withdraw(did)).then(Boolean, () => false);
    setWithdrawing(false);
    setAsking(false);
    if (accepted) {
      setWithdrawn(amount);
      markAmountsOutdated(did);
    }
    showToast(accepted ? { tone: 'success', text: BALANCE.accepted } : { tone: 'error', text: BALANCE.failed });
    // An answer that got lost may have been a yes: what the server says now is what counts. If it says nothing, the page
    // says so, and the toast stays what it is.
    void refresh(true);
  }

  const entries = history === 'lost' ? null : history;
  return (
    <main className="page">
      <h1>{BALANCE.title}</h1>
      {balance && (
        <BalanceCard
          balance={balance}
          onItsWay={amountOnItsWay(entries, withdrawn)}
          loading={loading}
          onWithdraw={() => setAsking(true)}
        />
      )}
      {!balance && loading && <BalanceSkeleton />}
      {(failed || history === 'lost') && (
        <Notice tone="error">
          <p>{failed ? BALANCE.refreshFailed : BALANCE.historyFailed}</p>
          <Button tone="plain" small icon={refreshIcon} busy={loading} onClick={() => void refresh()}>
            {COMMON.tryAgain}
          </Button>
        </Notice>
      )}
      {balance && history === null && loading && <Skeleton height={240} />}
      {entries !== null && entries.length > 0 && <History entries={entries} />}
      {entries?.length === 0 && (
        <EmptyState art={<WaitArt />} title={BALANCE.nothingTitle} text={BALANCE.nothingText}>
          <Link className={buttonClass()} to={screens.home}>
            {BALANCE.findSurvey}
          </Link>
        </EmptyState>
      )}
      {asking && balance && (
        <Dialog
          figure={<BigMoney amount={balance.available} />}
          text={BALANCE.confirm(formatRand(balance.available))}
          busy={withdrawing}
          onCancel={() => setAsking(false)}
        >
          <Button tone="gold" busy={withdrawing} onClick={() => void oneAtATime(() => withdraw(balance.available))}>
            {COMMON.yes}
          </Button>
          <Button tone="plain" disabled={withdrawing} onClick={() => setAsking(false)}>
            {COMMON.no}
          </Button>
        </Dialog>
      )}
    </main>
  );
}

export default function BalanceScreen() {
  return <RequireDid>{(did) => <Balance key={did} did={did} />}</RequireDid>;
}
