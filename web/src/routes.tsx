import { SURVEY_RESULTS, type SurveyResult } from '@panel/domain/partners/outcomes';
import { RESULT_PAGES, type ResultPage, screens } from '@panel/domain/paths';
import type { ComponentType, ReactElement } from 'react';
import { didInPath, sessionInPath, withoutSlash } from './routing/location.ts';
import { OfflineNotice } from './shell/OfflineNotice.tsx';
import { RequireDid } from './shell/RequireDid.tsx';

/** What the path says. A screen takes what it needs of it, and the panelist's device id. */
type PathProps = { readonly page: ResultPage; readonly result: SurveyResult; readonly session: string };
const NOTHING_IN_PATH: PathProps = { page: 'no-information-found', result: 'unavailable', session: '' };

type ScreenModule = {
  default: ComponentType<PathProps & { did: string }>;
  /** Takes the responses in the page, before it is hydrated. */
  hydrate?: (did: string | null, outdated: boolean) => void | Promise<void>;
};
type Load = () => Promise<ScreenModule>;
type Screens = { readonly [path: string]: Load };

const result: Load = () => import('./pages/ResultScreen.tsx');
const report: Load = () => import('./rewards/ReportScreen.tsx');
const surveyResult: Load = () => import('./partners/SurveyResultScreen.tsx');

/** Screens for everyone. Home says by itself that a device id is missing, above its footer. */
const PUBLIC_SCREENS: Screens = {
  [screens.home]: () => import('./home/HomeScreen.tsx'),
  [screens.terms]: () => import('./pages/TermsScreen.tsx'),
  [screens.howItWorks]: () => import('./pages/HowItWorksScreen.tsx'),
};

/** Screens of a panelist, whose device id is in the query. */
export const PANELIST_SCREENS: Screens = {
  [screens.apply]: () => import('./panelists/ApplyScreen.tsx'),
  [screens.balance]: () => import('./rewards/BalanceScreen.tsx'),
  [screens.optOut]: () => import('./preferences/OptOutScreen.tsx'),
  // In one file with home, which has the same list.
  [screens.surveys]: async () => ({ default: (await import('./home/HomeScreen.tsx')).SurveysScreen }),
  [screens.withdraw]: () => import('./rewards/WithdrawScreen.tsx'),
  [screens.deleteProfile]: () => import('./panelists/DeleteProfileScreen.tsx'),
  [screens.yourData]: () => import('./your-data/YourDataScreen.tsx'),
  [screens.confirmDeletion]: () => import('./panelists/ConfirmDeletionScreen.tsx'),
};

/** Screens of a panelist whose device id follows in the path. */
const DID_SCREENS: Screens = {
  [screens.profiling('second-round')]: () => import('./profiling/SecondRoundScreen.tsx'),
  [screens.profiling('quarterly')]: () => import('./profiling/QuarterlyScreen.tsx'),
  [screens.profiling('yearly')]: () => import('./profiling/YearlyScreen.tsx'),
  [screens.dateOfBirth]: () => import('./panelists/DateOfBirthScreen.tsx'),
  [screens.firstLanguage]: () => import('./panelists/FirstLanguageScreen.tsx'),
};

type Route = { readonly load: Load | undefined; readonly needsDid: boolean; readonly inPath?: Partial<PathProps> };

function routeAt(path: string): Route {
  const trimmed = withoutSlash(path);
  const page = RESULT_PAGES.find((name) => screens.result(name) === trimmed);
  if (page) return { load: result, needsDid: false, inPath: { page } };
  const survey = SURVEY_RESULTS.find((name) => screens.surveyResult(name) === trimmed);
  if (survey) return { load: surveyResult, needsDid: false, inPath: { result: survey } };
  const session = sessionInPath(trimmed);
  if (session !== null) return { load: report, needsDid: true, inPath: { session } };
  const load =
    didInPath(trimmed) === null ? PANELIST_SCREENS[trimmed] : DID_SCREENS[trimmed.slice(0, trimmed.lastIndexOf('/'))];
  return { load: load ?? PUBLIC_SCREENS[trimmed], needsDid: load !== undefined };
}

/** Whether there is a screen at a path. */
export const isScreenPath = (path: string): boolean => routeAt(path).load !== undefined;

const loaded = new Map<Load, ScreenModule>();

/** A screen's files import each other three deep, and a bad line can lose one of them in each attempt. */
const MAX_ATTEMPTS = 4;
const retry = (load: Load, attempts: number): Promise<ScreenModule> =>
  attempts === 1 ? load() : load().catch(() => retry(load, attempts - 1));

/** Loads the screen of a path. Returns the path, or home's if the path has no screen. */
export async function loadScreen(path: string): Promise<string> {
  const { load } = routeAt(path);
  if (!load) return loadScreen(screens.home);
  try {
    loaded.set(load, await retry(load, MAX_ATTEMPTS));
  } catch {
    // Its code could not be fetched: screenAt shows the offline notice.
  }
  return path;
}

/** After loadScreen. */
const loadedModule = ({ load }: Route): ScreenModule | undefined => load && loaded.get(load);
export const componentAt = (path: string) => loadedModule(routeAt(path))?.default;

/** The screen of a path, after loadScreen. */
export function screenAt(path: string): ReactElement {
  const route = routeAt(path);
  const Screen = loadedModule(route)?.default;
  if (!Screen) return <OfflineNotice />;
  const screenOf = (did: string) => <Screen {...NOTHING_IN_PATH} {...route.inPath} did={did} />;
  return route.needsDid ? <RequireDid>{screenOf}</RequireDid> : screenOf('');
}

/** Lets the screen of a path take its responses from the page, after loadScreen. Returns whether its code could be loaded. */
export async function hydrateScreen(path: string, did: string | null, outdated: boolean): Promise<boolean> {
  const module = loadedModule(routeAt(path));
  try {
    await module?.hydrate?.(did, outdated);
  } catch {
    return false;
  }
  return Boolean(module);
}
