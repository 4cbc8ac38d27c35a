import { screens } from '@panel/domain/paths';
import { MENU, missingDid, withoutDid } from '@panel/domain/wording';
import { buttonClass } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import { type ReactNode, useEffect } from 'react';
import { productName } from '../calls/config.ts';
import { LostArt } from '../parts/Art.tsx';
import { Result } from '../parts/Result.tsx';
import { Link, useDid } from '../routing/router.tsx';

/** Renders a screen that needs a device id. Without one it explains how to open the panel, and makes no call. */
export function RequireDid({ children }: { children: (did: string) => ReactNode }) {
  const brand = productName();
  const did = useDid();
  useEffect(() => {
    if (did === null) showToast({ tone: 'error', text: missingDid(brand) });
  }, [did, brand]);
  if (did !== null) return children(did);
  const { title, text } = withoutDid(brand);
  return (
    <Result art={<LostArt />} title={title} text={text}>
      <Link className={buttonClass('tonal')} to={screens.howItWorks}>
        {MENU.howItWorks}
      </Link>
    </Result>
  );
}
