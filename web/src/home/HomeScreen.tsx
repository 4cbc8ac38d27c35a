import { panelistStatusMessage } from '@panel/domain/wording';
import { dismissError, showToast } from '@panel/ui/toasts';
import { useCallback, useEffect, useState } from 'react';
import { checkRegistration, forgetMembership, useMembership } from '../panelists/membership.ts';
import { statusOf } from '../shell/api.ts';
import { useBrand } from '../shell/config.tsx';
import { useIsHere } from '../shell/is-here.ts';
import { NeedsDid } from '../shell/NeedsDid.tsx';
import { ApprovedHome } from './ApprovedHome.tsx';
import { Footer } from './Footer.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { NewHome } from './NewHome.tsx';
import { StatusHome } from './StatusHome.tsx';

const UNKNOWN_PANELIST = 404;

function Home({ did }: { did: string }) {
  const brand = useBrand();
  const membership = useMembership(did);
  const [failed, setFailed] = useState<number | null>(null);
  const [checking, setChecking] = useState(true);
  const isHere = useIsHere();

  const check = useCallback(async () => {
    dismissError();
    setChecking(true);
    try {
      const { status } = await checkRegistration(did);
      const message = panelistStatusMessage(brand, status);
      if (message && isHere()) showToast({ tone: 'error', text: message });
      setFailed(null);
    } catch (failure) {
      if (isHere()) forgetMembership();
      setFailed(statusOf(failure));
    }
    setChecking(false);
  }, [did, brand, isHere]);
  useEffect(() => void check(), [check]);

  const again = { checking, onCheck: check };
  if (membership?.approved) return <ApprovedHome membership={membership} {...again} />;
  if (membership) return <StatusHome status={membership.status} {...again} />;
  if (failed !== null) return <NewHome unreachable={failed !== UNKNOWN_PANELIST} {...again} />;
  return <HomeSkeleton />;
}

export default function HomeScreen() {
  return (
    <>
      <NeedsDid>{(did) => <Home key={did} did={did} />}</NeedsDid>
      <Footer />
    </>
  );
}
