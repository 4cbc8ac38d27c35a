import { home, panelistStatusMessage } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { productName } from '../calls/config.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Notice } from '../parts/Notice.tsx';
import { ActionForm } from '../without-script/forms.tsx';
import { Hero } from './Hero.tsx';

type StatusHomeProps = { status: string; checking: boolean; onCheck: () => void };

/** Home of a panelist who isn't approved: the message for the status, no surveys. */
export function StatusHome({ status, checking, onCheck }: StatusHomeProps) {
  const brand = productName();
  const texts = home(brand);
  return (
    <main>
      <Hero
        below={
          <>
            <div className="card">
              <EmptyState title={texts.membership} text={texts.membershipText} />
            </div>
            <Notice tone="error">{panelistStatusMessage(brand, status)}</Notice>
            <ActionForm onAct={onCheck}>
              <Button type="submit" tone="tonal" icon={refreshIcon} busy={checking}>
                {texts.checkAgain}
              </Button>
            </ActionForm>
          </>
        }
      >
        <h1>{texts.membershipPanel}</h1>
      </Hero>
    </main>
  );
}
