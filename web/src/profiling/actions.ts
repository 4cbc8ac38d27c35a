import { screens } from '@panel/domain/paths';
import { questionnaireForm } from '../questionnaire/actions.ts';
import { routeWithDid } from '../routing/location.ts';
import { quarterlyFormConfig } from './QuarterlyScreen.tsx';
import { secondRoundFormConfig } from './SecondRoundScreen.tsx';
import { yearlyFormConfig } from './YearlyScreen.tsx';

export const profilingForms = [
  questionnaireForm(routeWithDid(screens.profiling('second-round')), secondRoundFormConfig),
  questionnaireForm(routeWithDid(screens.profiling('quarterly')), quarterlyFormConfig),
  questionnaireForm(routeWithDid(screens.profiling('yearly')), yearlyFormConfig),
];
