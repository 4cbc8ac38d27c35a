import { COMMON, home } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { Icon, type IconShape, refreshIcon } from '@panel/ui/Icon';
import { chatIcon, personIcon, voucherIcon } from '@panel/ui/icons';
import { productName } from '../calls/config.ts';
import { Notice } from '../parts/Notice.tsx';
import { SignUpLink } from '../shell/SignUpLink.tsx';
import { ActionForm } from '../without-script/forms.tsx';
import { Hero } from './Hero.tsx';
import styles from './UnregisteredHome.module.css';

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
                {texts.joinPoints.map(({ first, rest }, index) => (
                  <li key={first}>
                    <Icon icon={POINT_ICONS[index] as IconShape} />
                    <span>
                      <b>{first}</b> {rest}
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
          {texts.join.slice(0, -texts.joinReward.length)}
          <span className={styles.reward}>{texts.joinReward}</span>
        </h1>
        <div className={styles.row}>
          <p className={`lead ${styles.lead}`}>{texts.joinLead}</p>
          <img src="/join.svg" alt="" width={124} height={104} loading="lazy" />
        </div>
      </Hero>
    </main>
  );
}
