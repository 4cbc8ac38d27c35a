import { REGISTRATION } from '@panel/domain/panelists/rules';
import { api, type ResultPage, screens } from '@panel/domain/paths';
import { formatRand, MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { deletion as deletionTexts } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { Icon, type IconShape } from '@panel/ui/Icon';
import { bellIcon, clipboardIcon, personIcon, trashIcon } from '@panel/ui/icons';
import { showToast } from '@panel/ui/toasts';
import { useState } from 'react';
import { call } from '../calls/api.ts';
import { productName } from '../calls/config.ts';
import { deleteLastSeen } from '../calls/last-seen.ts';
import { useAction } from '../calls/use-action.ts';
import { deleteReturnQuery } from '../partners/return-query.ts';
import { QuestionDialog } from '../parts/QuestionDialog.tsx';
import { deleteDrafts } from '../questionnaire/drafts.ts';
import { useActiveScreen } from '../routing/active-screen.ts';
import { Link, navigate } from '../routing/router.tsx';
import { BackHome } from '../shell/BackHome.tsx';
import { deletionFoundNobody, isUnregistered } from '../shell/SignUpLink.tsx';
import { ActionForm } from '../without-script/forms.tsx';
import { clearMembership, useFirstCheck, useMembership } from './membership.ts';

const ERASED_ICONS: readonly IconShape[] = [personIcon, clipboardIcon, bellIcon];

function forgetMember(did: string, keptDraft?: string): void {
  deleteDrafts(did, keptDraft);
  deleteLastSeen(did);
  deleteReturnQuery();
  clearMembership();
}

async function deleteProfile(did: string): Promise<void> {
  try {
    await call('DELETE', api.deleteProfile(did));
  } catch (failure) {
    // The response to an earlier deletion may have been lost, and the panelist may be about to register again.
    if (isUnregistered(failure)) forgetMember(did, REGISTRATION.id);
    throw failure;
  }
  forgetMember(did);
}

export default function DeleteProfileScreen({ did }: { did: string }) {
  const texts = deletionTexts(productName());
  const membership = useMembership(did);
  useFirstCheck(did, {
    onFailure: (failure) => isUnregistered(failure) && clearMembership(),
  });
  const balance = membership?.outdated ? null : membership;
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  // The dialog stays busy until its screen is left.
  const showResult = (page: ResultPage) => navigate(screens.result(page), { replace: true });
  const watchScreen = useActiveScreen();
  const work = async () => {
    const isActive = watchScreen();
    try {
      await deleteProfile(did);
    } catch (failure) {
      // Otherwise the result page says so.
      if (!isActive()) showToast({ tone: 'error', text: texts.failed });
      throw failure;
    }
  };
  const deletion = useAction(work, {
    onSuccess: () => showResult('profile-deleted'),
    onFailure(failure) {
      deletionFoundNobody.set(isUnregistered(failure));
      return showResult('no-information-found');
    },
  });

  return (
    <main className="page">
      <BackHome />
      <h1>{texts.title}</h1>
      <p className="lead">{texts.lead}</p>
      <div className="card stack">
        <h2>{texts.erasedTitle}</h2>
        <ul className="points">
          {texts.erased.map((text, index) => (
            <li key={text}>
              <Icon icon={ERASED_ICONS[index] ?? trashIcon} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="card stack">
        <h2>{texts.rewardsTitle}</h2>
        {balance && <p>{texts.rewardsNow(formatRand(balance.available), formatRand(balance.pending))}</p>}
        <p>{texts.rewards}</p>
        {balance?.approved && balance.available >= MINIMUM_WITHDRAWAL_SHOWN && (
          <Link className={buttonClass('gold')} to={screens.balance}>
            {texts.withdrawFirst}
          </Link>
        )}
      </div>
      <div className="card stack">
        <h2>{texts.keptTitle}</h2>
        <p>{texts.kept}</p>
        <Link className={buttonClass('tonal')} to={screens.yourData}>
          {texts.seeData}
        </Link>
      </div>
      <ActionForm onAct={() => setConfirming(true)}>
        <Button type="submit" tone="danger" className="section">
          {texts.button}
        </Button>
      </ActionForm>
      {confirming && (
        <QuestionDialog title={texts.dialogTitle} text={texts.dialogText} busy={deletion.busy} onCancel={close}>
          <Button tone="plain" aria-disabled={deletion.busy} onClick={close}>
            {texts.cancel}
          </Button>
          <Button tone="danger" busy={deletion.busy} onClick={() => deletion.run()}>
            {texts.confirm}
          </Button>
        </QuestionDialog>
      )}
    </main>
  );
}

export * from './Menu.tsx';
