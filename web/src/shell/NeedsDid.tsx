import { screens } from '@panel/domain/paths';
import { MENU, missingDid, withoutDid } from '@panel/domain/wording';
import { LostArt } from '@panel/ui/Art';
import { buttonClass } from '@panel/ui/Button';
import { Result } from '@panel/ui/Result';
import { showToast } from '@panel/ui/toasts';
import { type ReactNode, useEffect } from 'react';
import { useBrand } from './config.tsx';
import { useDid } from './did.ts';
import { Link } from './router.tsx';

/** Renders a screen for a panelist; without a did it says how to get here and nothing is called. */
export function NeedsDid({ children }: { children: (did: string) => ReactNode }) {
  const brand = useBrand();
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
