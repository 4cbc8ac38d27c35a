import { api, screens } from '@panel/domain/paths';
import { formatRand, MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import { deletion } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { Dialog } from '@panel/ui/Dialog';
import { Icon, type IconShape } from '@panel/ui/Icon';
import { bellIcon, clipboardIcon, personIcon, trashIcon } from '@panel/ui/icons';
import { dismissError } from '@panel/ui/toasts';
import { useState } from 'react';
import { deleteDrafts } from '../questionnaire/drafts.ts';
import { call } from '../shell/api.ts';
import { BackHome } from '../shell/BackHome.tsx';
import { useBrand } from '../shell/config.tsx';
import { useOneAtATime } from '../shell/one-at-a-time.ts';
import { RequireDid } from '../shell/RequireDid.tsx';
import { Link, navigate } from '../shell/router.tsx';
import { clearMembership, useMembership } from './membership.ts';

const ERASED_ICONS: readonly IconShape[] = [personIcon, clipboardIcon, bellIcon];

function DeleteProfile({ did }: { did: string }) {
  const texts = deletion(useBrand());
  const membership = useMembership(did);
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const oneAtATime = useOneAtATime();

  async function deleteProfile() {
    dismissError();
    setDeleting(true);
    const page = await call('DELETE', api.deleteProfile(did)).then(
      () => 'profile-deleted' as const,
      () => 'no-information-found' as const,
    );
    if (page === 'profile-deleted') {
      deleteDrafts(did);
      clearMembership();
    }
    setDeleting(false);
    setAsking(false);
    await navigate(screens.result(page), { replace: true });
  }

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
        {membership && <p>{texts.rewardsNow(formatRand(membership.available), formatRand(membership.pending))}</p>}
        <p>{texts.rewards}</p>
        {membership && membership.available >= MINIMUM_WITHDRAWAL && (
          <Link className={buttonClass('gold')} to={screens.balance}>
            {texts.withdrawFirst}
          </Link>
        )}
      </div>
      <div className="card stack">
        <h2>{texts.keptTitle}</h2>
        <p>{texts.kept}</p>
      </div>
      <Button tone="danger" className="section" onClick={() => setAsking(true)}>
        {texts.button}
      </Button>
      {asking && (
        <Dialog title={texts.dialogTitle} text={texts.dialogText} busy={deleting} onCancel={() => setAsking(false)}>
          <Button tone="plain" disabled={deleting} onClick={() => setAsking(false)}>
            {texts.cancel}
          </Button>
          <Button tone="danger" busy={deleting} onClick={() => void oneAtATime(deleteProfile)}>
            {texts.confirm}
          </Button>
        </Dialog>
      )}
    </main>
  );
}

export default function DeleteProfileScreen() {
  return <RequireDid>{(did) => <DeleteProfile did={did} />}</RequireDid>;
}
