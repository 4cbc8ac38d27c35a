import { SURVEY_RESULTS, type SurveyResult } from '@panel/domain/partners/outcomes';
import { RESULT_PAGES, type ResultPage, screens } from '@panel/domain/paths';
import type { ComponentType, ReactElement } from 'react';
import { didInPath, sessionInPath, withoutSlash } from './shell/location.ts';
import { OfflineNotice } from './shell/OfflineNotice.tsx';

type ScreenProps = { did?: string; page?: ResultPage; result?: SurveyResult; session?: string };
type Screen = ComponentType<ScreenProps>;
type ScreenModule = {
  default: Screen;
  /** Takes the responses in the page, before it is hydrated. */
  hydrate?: (did: string | null, outdated: boolean) => void | Promise<void>;
};
type Load = () => Promise<ScreenModule>;

const result: Load = () => import('./pages/ResultScreen.tsx');
const report: Load = () => import('./rewards/ReportScreen.tsx');
const surveyResult: Load = () => import('./partners/SurveyResultScreen.tsx');

const SCREENS: { readonly [path: string]: Load } = {
  [screens.home]: () => import('./home/HomeScreen.tsx'),
  [screens.terms]: () => import('./pages/TermsScreen.tsx'),
  [screens.apply]: () => import('./panelists/ApplyScreen.tsx'),
  [screens.howItWorks]: () => import('./pages/HowItWorksScreen.tsx'),
  [screens.balance]: () => import('./rewards/BalanceScreen.tsx'),
  [screens.optOut]: () => import('./preferences/OptOutScreen.tsx'),
  // In one file with home, which has the same list.
  [screens.surveys]: async () => ({ default: (await import('./home/HomeScreen.tsx')).SurveysScreen }),
  [screens.withdraw]: () => import('./rewards/WithdrawScreen.tsx'),
  [screens.deleteProfile]: () => import('./panelists/DeleteProfileScreen.tsx'),
  [screens.yourData]: () => import('./your-data/YourDataScreen.tsx'),
  [screens.confirmDeletion]: () => import('./panelists/ConfirmDeletionScreen.tsx'),
};

/** Followed by the panelist's device id. */
const DID_SCREENS: { readonly [path: string]: Load } = {
  [screens.profiling('second-round')]: () => import('./profiling/SecondRoundScreen.tsx'),
  [screens.profiling('quarterly')]: () => import('./profiling/QuarterlyScreen.tsx'),
  [screens.profiling('yearly')]: () => import('./profiling/YearlyScreen.tsx'),
  [screens.dateOfBirth]: () => import('./panelists/DateOfBirthScreen.tsx'),
  [screens.firstLanguage]: () => import('./panelists/FirstLanguageScreen.tsx'),
};

function routeAt(path: string): { load: Load; props: ScreenProps } | null {
  const trimmed = withoutSlash(path);
  const did = didInPath(trimmed);
  const page = RESULT_PAGES.find((name) => screens.result(name) === trimmed);
  if (page) return { load: result, props: { page } };
  const survey = SURVEY_RESULTS.find((name) => screens.surveyResult(name) === trimmed);
  if (survey) return { load: surveyResult, props: { result: survey } };
  const session = sessionInPath(trimmed);
  if (session !== null) return { load: report, props: { session } };
  const load = did === null ? SCREENS[trimmed] : DID_SCREENS[trimmed.slice(0, trimmed.lastIndexOf('/'))];
  return load ? { load, props: did === null ? {} : { did } } : null;
}

/** Whether there is a screen at a path. */
export const isScreenPath = (path: string): boolean => routeAt(path) !== null;

const loaded = new Map<Load, ScreenModule>();

/** A screen's files import each other three deep, and a bad line can lose one of them in each attempt. */
const MAX_ATTEMPTS = 4;
const retry = (load: Load, attempts: number): Promise<ScreenModule> =>
  attempts === 1 ? load() : load().catch(() => retry(load, attempts - 1));

/** Loads the screen of a path. Returns the path, or home's if the path has no screen. */
export async function loadScreen(path: string): Promise<string> {
  const route = routeAt(path);
  if (!route) return loadScreen(screens.home);
  try {
    loaded.set(route.load, await retry(route.load, MAX_ATTEMPTS));
  } catch {
    // Its code could not be fetched: screenAt shows the offline notice.
  }
  return path;
}

/** The screen of a path, after loadScreen. */
export function screenAt(path: string): ReactElement {
  const route = routeAt(path);
  const Screen = route && loaded.get(route.load)?.default;
  return Screen ? <Screen {...route.props} /> : <OfflineNotice />;
}

/** Lets the screen of a path take its responses from the page, after loadScreen. Returns whether its code could be loaded. */
export async function hydrateScreen(path: string, did: string | null, outdated: boolean): Promise<boolean> {
  const route = routeAt(path);
  const module = route && loaded.get(route.load);
  try {
    await module?.hydrate?.(did, outdated);
  } catch {
    return false;
  }
  return Boolean(module);
}
