import { screens } from '@panel/domain/paths';
import { howItWorks } from '@panel/domain/wording';
import { buttonClass } from '@panel/ui/Button';
import { productName } from '../calls/config.ts';
import { Steps } from '../parts/Steps.tsx';
import { Link } from '../routing/router.tsx';
import { Contact } from '../shell/Contact.tsx';

export default function HowItWorksScreen() {
  const texts = howItWorks(productName());
  return (
    <main className="page">
      <h1>{texts.welcome}</h1>
      <p className="lead">{texts.lead}</p>
      <section className="section stack">
        <h2>{texts.title}</h2>
        <Steps steps={texts.steps} />
      </section>
      <Link className={buttonClass()} to={screens.home}>
        {texts.continue}
      </Link>
      <Contact />
    </main>
  );
}
