import { type ResultPage, screens } from '@panel/domain/paths';
import { GO_HOME, RESULTS } from '@panel/domain/wording';
import { buttonClass } from '@panel/ui/Button';
import { Bubble, Line, LostArt, Scene } from '../parts/Art.tsx';
import { DoneArt } from '../parts/DoneArt.tsx';
import { Result } from '../parts/Result.tsx';
import { Link } from '../routing/router.tsx';
import { deletionFoundNobody, SignUpLink } from '../shell/SignUpLink.tsx';

const GoneArt = () => (
  <Scene>
    <Bubble dashed="2 9" />
    <Line d="M91 66a11 11 0 1 0 22 0a11 11 0 1 0-22 0M80 98a22 22 0 0 1 44 0" />
    <Line d="M158 58l18-18M160 40h16v16" />
  </Scene>
);

const ART: Readonly<Record<ResultPage, typeof DoneArt>> = {
  'profile-deleted': GoneArt,
  'no-information-found': LostArt,
  'profiling-survey-updated': DoneArt,
  'panelist-dob': DoneArt,
  'panelist-first-language': DoneArt,
};

export default function ResultScreen({ page }: { page: ResultPage }) {
  const { title, text, wayHome } = RESULTS[page];
  const Art = ART[page];
  const offersSignUp = deletionFoundNobody.use() && page === 'no-information-found';
  return (
    <Result art={<Art />} title={title} text={text}>
      {wayHome && (
        <Link className={buttonClass()} to={screens.home}>
          {GO_HOME}
        </Link>
      )}
      {offersSignUp && <SignUpLink tone="tonal" />}
    </Result>
  );
}
