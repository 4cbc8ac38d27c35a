import { PARTNERS } from '@panel/domain/partners/partners';
import { COMMON, home } from '@panel/domain/wording';
import { Steps } from '../pages/Steps.tsx';
import { SurveyCardBone } from '../partners/SurveyCard.tsx';
import { Bone, Ghost } from '../shell/Bone.tsx';
import { useBrand } from '../shell/config.tsx';
import { Hero } from './Hero.tsx';

/** The approved home in outline, while it is not yet known who is looking. */
export function HomeSkeleton() {
  const words = home(useBrand());
  return (
    <main aria-busy="true">
      <Hero
        below={
          <>
            <div>
              {PARTNERS.map((partner, index) => (
                <SurveyCardBone
                  key={partner}
                  title={words.partners[partner].button}
                  hint={words.partners[partner].hint}
                  first={index === 0}
                />
              ))}
            </div>
            <p className="small">
              <Ghost text={words.ownData} />
            </p>
            <div className="section stack" aria-hidden="true">
              <h2>
                <Ghost text={words.howItWorksTitle} />
              </h2>
              <Steps steps={words.howItWorks} loading />
            </div>
          </>
        }
      >
        <h1>
          <span className="visually-hidden">{COMMON.loading}</span>
          <Ghost tone="deep" text={words.welcome} />
        </h1>
        <Bone tone="deep" height={56} top={16} />
      </Hero>
    </main>
  );
}
