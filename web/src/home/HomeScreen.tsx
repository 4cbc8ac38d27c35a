import { panelistStatusMessage } from '@panel/domain/wording';
import { dismissError, showToast } from '@panel/ui/toasts';
import { useEffect } from 'react';
import { productName } from '../calls/config.ts';
import { clearMembership, useMembership, useRegistrationCheck } from '../panelists/membership.ts';
import { RequireDid } from '../shell/RequireDid.tsx';
import { isUnregistered } from '../shell/SignUpLink.tsx';
import { ApprovedHome } from './ApprovedHome.tsx';
import { Footer } from './Footer.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { StatusHome } from './StatusHome.tsx';
import { UnregisteredHome } from './UnregisteredHome.tsx';

function Home({ did }: { did: string }) {
  const brand = productName();
  const membership = useMembership(did);
  const { loading, failure, reload } = useRegistrationCheck(did, {
    onSuccess: ({ status }) => {
      const message = panelistStatusMessage(brand, status);
      if (message) showToast({ tone: 'error', text: message });
    },
  });
  const onCheck = () => {
    dismissError();
    reload();
  };
  // Also after a quiet check, which calls no handler.
  useEffect(() => {
    if (failure !== undefined) clearMembership();
  }, [failure]);

  const check = { checking: loading, onCheck };
  if (membership?.approved) return <ApprovedHome membership={membership} {...check} />;
  if (membership) return <StatusHome status={membership.status} {...check} />;
  if (failure !== undefined) return <UnregisteredHome unreachable={!isUnregistered(failure)} {...check} />;
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

export * from '../panelists/Menu.tsx';
export { SurveysScreen } from './SurveysScreen.tsx';
