import { screens } from '@panel/domain/paths';
import { howItWorks } from '@panel/domain/wording';
import { buttonClass } from '@panel/ui/Button';
import { Steps } from '../parts/Steps.tsx';
import { Contact } from '../shell/Contact.tsx';
import { productName } from '../shell/config.ts';
import { Link } from '../shell/router.tsx';

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
