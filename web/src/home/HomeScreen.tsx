import { panelistStatusMessage } from '@panel/domain/wording';
import { dismissError, showToast } from '@panel/ui/toasts';
import { useCallback, useEffect, useState } from 'react';
import { checkRegistration, clearMembership, useMembership } from '../panelists/membership.ts';
import { useIsActiveScreen } from '../shell/active-screen.ts';
import { statusOf } from '../shell/api.ts';
import { useBrand } from '../shell/config.tsx';
import { RequireDid } from '../shell/RequireDid.tsx';
import { ApprovedHome } from './ApprovedHome.tsx';
import { Footer } from './Footer.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { StatusHome } from './StatusHome.tsx';
import { UnregisteredHome } from './UnregisteredHome.tsx';

const UNKNOWN_PANELIST = 404;

function Home({ did }: { did: string }) {
  const brand = useBrand();
  const membership = useMembership(did);
  const [failed, setFailed] = useState<number | null>(null);
  const [checking, setChecking] = useState(true);
  const isActive = useIsActiveScreen();

  const check = useCallback(async () => {
    dismissError();
    setChecking(true);
    try {
      const { status } = await checkRegistration(did);
      const message = panelistStatusMessage(brand, status);
      if (message && isActive()) showToast({ tone: 'error', text: message });
      setFailed(null);
    } catch (failure) {
      if (isActive()) clearMembership();
      setFailed(statusOf(failure));
    }
    setChecking(false);
  }, [did, brand, isActive]);
  useEffect(() => void check(), [check]);

  const again = { checking, onCheck: check };
  if (membership?.approved) return <ApprovedHome membership={membership} {...again} />;
  if (membership) return <StatusHome status={membership.status} {...again} />;
  if (failed !== null) return <UnregisteredHome unreachable={failed !== UNKNOWN_PANELIST} {...again} />;
  return <HomeSkeleton />;
}

export default function HomeScreen() {
  return (
    <>
      <RequireDid>{(did) => <Home key={did} did={did} />}</RequireDid>
      <Footer />
    </>
  );
}
