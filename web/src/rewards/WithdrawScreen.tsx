import { screens } from '@panel/domain/paths';
import { formatRand, MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { BALANCE, COMMON } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { useMembership, useRegistrationCheck } from '../panelists/membership.ts';
import { Link } from '../routing/router.tsx';
import { LatePage, QuestionPage } from '../without-script/forms.tsx';
import { BigMoney } from './Money.tsx';

/** The withdrawal's dialog as a page, without script. */
export default function WithdrawScreen({ did }: { did: string }) {
  const balance = useMembership(did);
  const { loading } = useRegistrationCheck(did, {});
  if (!balance && loading) return <LatePage title={BALANCE.withdrawTitle} />;
  const amount = balance?.approved && balance.available >= MINIMUM_WITHDRAWAL_SHOWN ? balance.available : null;
  return (
    <QuestionPage
      title={BALANCE.withdrawTitle}
      text={amount === null ? BALANCE.failed : BALANCE.confirm(formatRand(amount))}
    >
      {amount !== null && <BigMoney amount={amount} />}
      {amount !== null && (
        <Button type="submit" tone="gold">
          {COMMON.yes}
        </Button>
      )}
      <Link className={buttonClass('plain')} to={screens.balance}>
        {amount === null ? COMMON.goBack : COMMON.no}
      </Link>
    </QuestionPage>
  );
}

export * from '../panelists/Menu.tsx';
