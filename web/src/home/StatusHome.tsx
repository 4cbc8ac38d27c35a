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
  const words = home(brand);
  return (
    <main>
      <Hero
        below={
          <>
            <div className="card">
              <EmptyState art={<WaitArt />} title={words.membership} text={words.membershipText} />
            </div>
            <Notice tone="error">{panelistStatusMessage(brand, status)}</Notice>
            <Button tone="tonal" icon={refreshIcon} busy={checking} onClick={onCheck}>
              {words.checkAgain}
            </Button>
          </>
        }
      >
        <h1>{words.membershipPanel}</h1>
      </Hero>
    </main>
  );
}
