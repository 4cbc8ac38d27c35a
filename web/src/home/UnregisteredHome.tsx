import { COMMON, home } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { Icon, type IconShape, refreshIcon } from '@panel/ui/Icon';
import { chatIcon, personIcon, voucherIcon } from '@panel/ui/icons';
import type { ReactNode } from 'react';
import { productName } from '../calls/config.ts';
import { Notice } from '../parts/Notice.tsx';
import { SignUpLink } from '../shell/SignUpLink.tsx';
import { ActionForm } from '../without-script/forms.tsx';
import { Hero } from './Hero.tsx';
import styles from './UnregisteredHome.module.css';

/** A sentence with some words between asterisks. */
function Marked({ text, mark }: { text: string; mark: (words: string) => ReactNode }) {
  const [before, words = '', after] = text.split('*');
  return (
    <>
      {before}
      {mark(words)}
      {after}
    </>
  );
}

const POINT_ICONS: readonly IconShape[] = [personIcon, chatIcon, voucherIcon];

type UnregisteredHomeProps = {
  /** The check failed with something other than 404, so this may be a member: offer a retry. */
  unreachable: boolean;
  checking: boolean;
  onCheck: () => void;
};

export function UnregisteredHome({ unreachable, checking, onCheck }: UnregisteredHomeProps) {
  const texts = home(productName());
  return (
    <main>
      <Hero
        below={
          <>
            <div className="card stack">
              <h2 className="overline">{texts.getStarted}</h2>
              <ul className="points">
                {texts.joinPoints.map((point, index) => (
                  <li key={point}>
                    <Icon icon={POINT_ICONS[index] as IconShape} />
                    <span>
                      <Marked text={point} mark={(words) => <b>{words}</b>} />
                    </span>
                  </li>
                ))}
              </ul>
              <SignUpLink />
              <p className="small">{texts.joinNote}</p>
            </div>
            {unreachable && (
              <Notice>
                <p>{texts.unreachable}</p>
                <ActionForm onAct={onCheck}>
                  <Button type="submit" tone="plain" small icon={refreshIcon} busy={checking}>
                    {COMMON.tryAgain}
                  </Button>
                </ActionForm>
              </Notice>
            )}
          </>
        }
      >
        <h1 className={styles.join}>
          <Marked text={texts.join} mark={(words) => <span className={styles.reward}>{words}</span>} />
        </h1>
        <div className={styles.row}>
          <p className={`lead ${styles.lead}`}>{texts.joinLead}</p>
          <img src="/join.svg" alt="" width={124} height={104} loading="lazy" />
        </div>
      </Hero>
    </main>
  );
}
