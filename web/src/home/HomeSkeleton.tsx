import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { COMMON, home } from '@panel/domain/wording';
import { Skeleton, TextSkeleton } from '@panel/ui/Skeleton';
import { productName } from '../calls/config.ts';
import { SurveyCardSkeleton } from '../partners/SurveyCard.tsx';
import { SurveyListSkeleton } from '../partners/SurveyList.tsx';
import { Steps } from '../parts/Steps.tsx';
import { RetryLink } from '../without-script/forms.tsx';
import { Hero } from './Hero.tsx';

/** The layout of ApprovedHome, while the registration check is loading. */
export function HomeSkeleton() {
  const texts = home(productName());
  return (
    <main aria-busy="true">
      <Hero
        below={
          <>
            <div>
              {PARTNERS.map((partner, index) => (
                <SurveyCardSkeleton
                  key={partner}
                  title={PARTNER_BUTTONS[partner].title}
                  hint={PARTNER_BUTTONS[partner].hint}
                  first={index === 0}
                />
              ))}
            </div>
            <p className="small">
              <TextSkeleton text={texts.ownData} />
            </p>
            <SurveyListSkeleton />
            <div className="section stack" aria-hidden="true">
              <h2>
                <TextSkeleton text={texts.howItWorksTitle} />
              </h2>
              <Steps steps={texts.howItWorks} loading />
            </div>
          </>
        }
      >
        <h1>
          <span className="visually-hidden">{COMMON.loading}</span>
          <TextSkeleton tone="deep" text={texts.welcome} />
        </h1>
        <Skeleton tone="deep" height={56} />
        <RetryLink />
      </Hero>
    </main>
  );
}
