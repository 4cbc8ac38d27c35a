import { screens } from '@panel/domain/paths';
import { HOW_IT_WORKS } from '@panel/domain/wording';
import { buttonClass } from '@panel/ui/Button';
import { Steps } from '@panel/ui/Steps';
import { Link } from '../shell/router.tsx';

export default function HowItWorksScreen() {
  return (
    <main className="page">
      <h1>{HOW_IT_WORKS.title}</h1>
      <p className="lead">{HOW_IT_WORKS.lead}</p>
      <div className="section">
        <Steps steps={HOW_IT_WORKS.steps} />
      </div>
      <Link className={buttonClass()} to={screens.home}>
        {HOW_IT_WORKS.continue}
      </Link>
    </main>
  );
}
