import { SURVEY_LIST } from '@panel/domain/wording/survey-list';
import { LoadedSurveyList } from '../partners/SurveyList.tsx';
import { useOpenSurvey } from '../partners/use-open-survey.ts';
import { BackHome } from '../shell/BackHome.tsx';

/** Home's list as a page, without script. */
export function SurveysScreen({ did }: { did: string }) {
  return (
    <main className="page stack">
      <BackHome />
      <h1>{SURVEY_LIST.title}</h1>
      <LoadedSurveyList did={did} whole {...useOpenSurvey()} />
      <p className="small">{SURVEY_LIST.fit}</p>
    </main>
  );
}
