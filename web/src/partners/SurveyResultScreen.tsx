import type { SurveyResult } from '@panel/domain/partners/outcomes';
import { screens } from '@panel/domain/paths';
import { ANOTHER_SURVEY, SEE_BALANCE, SURVEY_RESULT } from '@panel/domain/wording/survey-results';
import { buttonClass } from '@panel/ui/Button';
import { LostArt } from '../parts/Art.tsx';
import { DoneArt } from '../parts/DoneArt.tsx';
import { Result } from '../parts/Result.tsx';
import { WaitArt } from '../parts/WaitArt.tsx';
import { Link } from '../routing/router.tsx';

const ART: Readonly<Record<SurveyResult, () => React.ReactElement>> = {
  thanks: DoneArt,
  'not-this-time': LostArt,
  closed: WaitArt,
  unavailable: WaitArt,
};

/** Shown on the return from a partner's survey. */
export default function SurveyResultScreen({ result }: { result: SurveyResult }) {
  const { title, text } = SURVEY_RESULT[result];
  const Art = ART[result];
  return (
    <Result art={<Art />} title={title} text={text}>
      <Link className={buttonClass()} to={screens.home}>
        {ANOTHER_SURVEY}
      </Link>
      {result === 'thanks' && (
        <Link className={buttonClass('tonal')} to={screens.balance}>
          {SEE_BALANCE}
        </Link>
      )}
    </Result>
  );
}
