import { home, panelistStatusMessage } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Notice } from '@panel/ui/Notice';
import { EmptyState } from '@panel/ui/Result';
import { WaitArt } from '@panel/ui/WaitArt';
import { useBrand } from '../shell/config.tsx';
import { Hero } from './Hero.tsx';

type StatusHomeProps = { status: string; checking: boolean; onCheck: () => void };

/** A panelist who isn't approved: no menu, no surveys, and why. */
export function StatusHome({ status, checking, onCheck }: StatusHomeProps) {
  const brand = useBrand();
  const texts = home(brand);
  return (
    <main>
      <Hero
        below={
          <>
            <div className="card">
              <EmptyState art={<WaitArt />} title={texts.membership} text={texts.membershipText} />
            </div>
            <Notice tone="error">{panelistStatusMessage(brand, status)}</Notice>
            <Button tone="tonal" icon={refreshIcon} busy={checking} onClick={onCheck}>
              {texts.checkAgain}
            </Button>
          </>
        }
      >
        <h1>{texts.membershipPanel}</h1>
      </Hero>
    </main>
  );
}
