import { api, screens } from '@panel/domain/paths';
import { formatRand, type ShownCents } from '@panel/domain/rewards/amounts';
import { BALANCE, COMMON } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Skeleton } from '@panel/ui/Skeleton';
import { dismissError, showToast } from '@panel/ui/toasts';
import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../calls/api.ts';
import { useAction } from '../calls/use-action.ts';
import { clearMembership, markAmountsOutdated, useMembership, useRegistrationCheck } from '../panelists/membership.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Notice } from '../parts/Notice.tsx';
import { QuestionDialog } from '../parts/QuestionDialog.tsx';
import { Link } from '../routing/router.tsx';
import { Contact } from '../shell/Contact.tsx';
import { isUnregistered, SignUpLink } from '../shell/SignUpLink.tsx';
import { ActionForm, RetryLink } from '../without-script/forms.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { History } from './History.tsx';
import { type Entry, useHistory } from './history-entries.ts';
import { BigMoney } from './Money.tsx';

type Entries = readonly Entry[] | null | undefined;
/** The amount withdrawn on this screen, and the history from before it. */
type Withdrawn = { readonly amount: ShownCents; readonly before: Entries };

/** The sum of the withdrawals in progress: those in the history, and one that isn't listed yet. */
function amountInProgress(history: Entries, withdrawn: Withdrawn | null): ShownCents | null {
  const amounts = (history ?? []).flatMap(({ state, amount }) => (state === 'processing' ? [amount] : []));
  if (withdrawn && withdrawn.before === history) amounts.push(withdrawn.amount);
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

type ReportDialogProps = { did: string; entry: Entry; onClose: (reported: boolean) => void };
/** Its code is loaded when a panelist reports a problem. */
type OpenReport = { Dialog: ComponentType<ReportDialogProps>; entry: Entry };

function BalanceSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <p className="visually-hidden">{COMMON.loading}</p>
      <RetryLink />
      <Skeleton height={272} />
      <Skeleton height={240} />
    </div>
  );
}

export default function BalanceScreen({ did }: { did: string }) {
  const balance = useMembership(did);
  const [confirming, setConfirming] = useState(false);
  const [report, setReport] = useState<OpenReport | null>(null);
  const [reported, setReported] = useState<Entry | null>(null);
  const [withdrawn, setWithdrawn] = useState<Withdrawn | null>(null);
  /** After a withdrawal the toast shows its outcome, so the polite notice announces a failed refresh instead of a toast. */
  const [announcesFailure, setAnnouncesFailure] = useState(false);

  const check = useRegistrationCheck(did, {
    onFailure: () => showToast({ tone: 'error', text: BALANCE.refreshFailed }),
  });
  const unregistered = isUnregistered(check.failure);
  // Also after a quiet reload, which calls no handler.
  useEffect(() => {
    if (unregistered) clearMembership();
  }, [unregistered]);
  const history = useHistory(did);
  const loading = check.loading || history.loading;
  const retry = () => {
    dismissError();
    setAnnouncesFailure(false);
    check.reload();
    history.reload();
  };

  const withdrawal = useAction(async (amount: ShownCents) => {
    const accepted = await call<unknown>('GET', api.withdraw(did)).then(Boolean, () => false);
    // Before the dialog closes: the button that opened it is then disabled, and the card around it gets the focus.
    flushSync(() => {
      if (accepted) {
        markAmountsOutdated(did);
        setWithdrawn({ amount, before: history.data });
      }
      setAnnouncesFailure(true);
      // Also after a failure: the withdrawal may have been accepted and only the response lost.
      check.reload({ quiet: true });
      history.reload();
    });
    showToast(accepted ? { tone: 'success', text: BALANCE.accepted } : { tone: 'error', text: BALANCE.failed });
    setConfirming(false);
  });

  const openReport = useAction(
    (entry: Entry) => {
      setReported(entry);
      return import('./ReportDialog.tsx');
    },
    {
      onSuccess: ({ ReportDialog }, entry) => setReport({ Dialog: ReportDialog, entry }),
      onFailure: () => showToast({ tone: 'error', text: COMMON.offlineTitle }),
    },
  );

  const entries = (!unregistered && history.data) || null;
  const failed = check.failure !== undefined;
  return (
    <main className="page">
      <h1>{BALANCE.title}</h1>
      {balance && (
        <BalanceCard
          balance={balance}
          onItsWay={amountInProgress(history.data, withdrawn)}
          loading={loading}
          onWithdraw={() => setConfirming(true)}
        />
      )}
      {!balance && loading && <BalanceSkeleton />}
      <div aria-live={failed && !announcesFailure ? 'off' : 'polite'}>
        {(failed || history.failure !== undefined) && (
          <Notice tone="error">
            <p>{failed ? BALANCE.refreshFailed : BALANCE.historyFailed}</p>
            <ActionForm onAct={retry}>
              <Button type="submit" tone="plain" small icon={refreshIcon} busy={loading}>
                {COMMON.tryAgain}
              </Button>
            </ActionForm>
          </Notice>
        )}
      </div>
      {unregistered && <SignUpLink />}
      {balance && history.data === undefined && history.loading && <Skeleton height={240} />}
      {entries !== null && entries.length > 0 && (
        <History entries={entries} opening={openReport.busy ? reported : null} onReport={openReport.run} />
      )}
      {entries?.length === 0 && (
        <EmptyState title={BALANCE.nothingTitle} text={BALANCE.nothingText}>
          <Link className={buttonClass()} to={screens.home}>
            {BALANCE.findSurvey}
          </Link>
        </EmptyState>
      )}
      <Contact />
      {report && (
        <report.Dialog
          did={did}
          entry={report.entry}
          onClose={(reported) => {
            setReport(null);
            if (!reported) return;
            // A page that was opened without a connection no longer says how old its amounts are.
            check.reload({ quiet: true });
            history.reload();
          }}
        />
      )}
      {confirming && balance && (
        <QuestionDialog
          figure={<BigMoney amount={balance.available} />}
          text={BALANCE.confirm(formatRand(balance.available))}
          busy={withdrawal.busy}
          onCancel={() => setConfirming(false)}
        >
          <Button tone="gold" busy={withdrawal.busy} onClick={() => withdrawal.run(balance.available)}>
            {COMMON.yes}
          </Button>
          <Button tone="plain" aria-disabled={withdrawal.busy} onClick={() => setConfirming(false)}>
            {COMMON.no}
          </Button>
        </QuestionDialog>
      )}
    </main>
  );
}

export * from '../panelists/Menu.tsx';
