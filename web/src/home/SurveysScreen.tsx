import { SURVEY_LIST } from '@panel/domain/wording/survey-list';
import '../panelists/Menu.tsx';
import { LoadedSurveyList } from '../partners/SurveyList.tsx';
import { useOpenSurvey } from '../partners/use-open-survey.ts';
import { BackHome } from '../shell/BackHome.tsx';
import { RequireDid } from '../shell/RequireDid.tsx';

function Surveys({ did }: { did: string }) {
  return (
    <main className="page stack">
      <BackHome />
      <h1>{SURVEY_LIST.title}</h1>
      <LoadedSurveyList did={did} whole {...useOpenSurvey()} />
      <p className="small">{SURVEY_LIST.fit}</p>
    </main>
  );
}

/** Home's list as a page, without script. */
export function SurveysScreen() {
  return <RequireDid>{(did) => <Surveys key={did} did={did} />}</RequireDid>;
}
