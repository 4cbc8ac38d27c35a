/** Every screen: its path, where the panelist's device id is, the calls whose responses come with its page, and how it is loaded. */
import type { PersonalCall } from '@panel/domain/page';
import { SURVEY_RESULTS, type SurveyResult } from '@panel/domain/partners/outcomes';
import { RESULT_PAGES, type ResultPage, screens } from '@panel/domain/paths';
import type { ComponentType, ReactElement } from 'react';
import { type PathWithDid, routeOf, routeWithDid, sessionInPath } from './routing/location.ts';
import { OfflineNotice } from './shell/OfflineNotice.tsx';
import { RequireDid } from './shell/RequireDid.tsx';

/** What the path says. A screen takes what it needs of it, and the panelist's device id. */
type PathProps = { readonly page: ResultPage; readonly result: SurveyResult; readonly session: string };
const NOTHING_IN_PATH: PathProps = { page: 'no-information-found', result: 'unavailable', session: '' };

type ScreenModule = {
  default: ComponentType<PathProps & { did: string }>;
  /** Loads more code that the server's page may show. */
  loadMore?: () => Promise<void>;
};
/** A screen with the member's menu exports that too: in one file both arrive with one request. */
type MenuModule = typeof import('./panelists/Menu.tsx');

export type Route = {
  /** It ends in a slash if the device id or a session follows. */
  readonly path: string;
  /** Where the device id is. Without it the screen is for everyone. If it is optional, the screen itself says that it is missing. */
  readonly did?: 'in path' | 'in query' | 'optional';
  readonly calls?: readonly PersonalCall[];
  readonly inPath?: Partial<PathProps>;
} & (
  | { readonly hasMenu?: never; readonly load: () => Promise<ScreenModule> }
  /** The screens that follow keep the menu. */
  | { readonly hasMenu: true; readonly load: () => Promise<ScreenModule & MenuModule> }
);

const withDid = (path: PathWithDid, load: () => Promise<ScreenModule>): Route => ({
  path: routeWithDid(path),
  did: 'in path',
  load,
});

export const ROUTES: readonly Route[] = [
  {
    path: screens.home,
    did: 'optional',
    calls: ['registrationCheck'],
    hasMenu: true,
    load: () => import('./home/HomeScreen.tsx'),
  },
  {
    path: screens.surveys,
    did: 'in query',
    calls: ['surveys'],
    hasMenu: true,
    // In one file with home, which has the same list.
    load: async () => {
      const home = await import('./home/HomeScreen.tsx');
      return { ...home, default: home.SurveysScreen };
    },
  },
  {
    path: screens.balance,
    did: 'in query',
    calls: ['registrationCheck', 'history'],
    hasMenu: true,
    load: () => import('./rewards/BalanceScreen.tsx'),
  },
  {
    path: screens.withdraw,
    did: 'in query',
    calls: ['registrationCheck'],
    hasMenu: true,
    load: () => import('./rewards/WithdrawScreen.tsx'),
  },
  {
    path: screens.report(''),
    did: 'in query',
    calls: ['history'],
    hasMenu: true,
    load: () => import('./rewards/ReportScreen.tsx'),
  },
  {
    path: screens.yourData,
    did: 'in query',
    calls: ['yourData'],
    hasMenu: true,
    load: () => import('./your-data/YourDataScreen.tsx'),
  },
  {
    path: screens.deleteProfile,
    did: 'in query',
    calls: ['registrationCheck'],
    hasMenu: true,
    load: () => import('./panelists/DeleteProfileScreen.tsx'),
  },
  {
    path: screens.confirmDeletion,
    did: 'in query',
    hasMenu: true,
    load: () => import('./panelists/ConfirmDeletionScreen.tsx'),
  },
  {
    path: screens.optOut,
    did: 'in query',
    calls: ['preference'],
    load: () => import('./preferences/OptOutScreen.tsx'),
  },
  { path: screens.apply, did: 'in query', load: () => import('./panelists/ApplyScreen.tsx') },
  withDid(screens.profiling('second-round'), () => import('./profiling/SecondRoundScreen.tsx')),
  withDid(screens.profiling('quarterly'), () => import('./profiling/QuarterlyScreen.tsx')),
  withDid(screens.profiling('yearly'), () => import('./profiling/YearlyScreen.tsx')),
  withDid(screens.dateOfBirth, () => import('./panelists/DateOfBirthScreen.tsx')),
  withDid(screens.firstLanguage, () => import('./panelists/FirstLanguageScreen.tsx')),
  { path: screens.terms, load: () => import('./pages/TermsScreen.tsx') },
  { path: screens.howItWorks, load: () => import('./pages/HowItWorksScreen.tsx') },
  ...RESULT_PAGES.map((page) => ({
    path: screens.result(page),
    load: () => import('./pages/ResultScreen.tsx'),
    inPath: { page },
  })),
  ...SURVEY_RESULTS.map((result) => ({
    path: screens.surveyResult(result),
    load: () => import('./partners/SurveyResultScreen.tsx'),
    inPath: { result },
  })),
];

export function routeAt(path: string): Route | undefined {
  const route = routeOf(path);
  return ROUTES.find((each) => each.path === route);
}

/** The calls whose responses come with the page of a path. */
export const callsAt = (path: string): readonly PersonalCall[] => routeAt(path)?.calls ?? [];

const loaded = new Map<Route, ScreenModule>();
let menu: MenuModule | undefined;

/** The masthead's menu, once a screen with it was loaded. */
export const loadedMenu = (): ComponentType | undefined => menu?.Menu;

/** A screen's files import each other three deep, and a bad line can lose one of them in each attempt. */
const MAX_ATTEMPTS = 4;
const retry = <T,>(load: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> =>
  attempts === 1 ? load() : load().catch(() => retry(load, attempts - 1));

/** Loads the screen of a path. Returns the path, or home's if the path has no screen. */
export async function loadScreen(path: string): Promise<string> {
  const route = routeAt(path);
  if (!route) return loadScreen(screens.home);
  try {
    if (route.hasMenu) menu = await retry(route.load);
    loaded.set(route, await retry(route.load));
  } catch {
    // Its code could not be fetched: screenAt shows the offline notice.
  }
  return path;
}

/** After loadScreen. */
const loadedAt = (path: string): ScreenModule | undefined => {
  const route = routeAt(path);
  return route && loaded.get(route);
};
export const componentAt = (path: string) => loadedAt(path)?.default;

/** The screen of a path, after loadScreen. */
export function screenAt(path: string): ReactElement {
  const Screen = componentAt(path);
  if (!Screen) return <OfflineNotice />;
  const route = routeAt(path);
  const screenOf = (did: string) => (
    <Screen {...NOTHING_IN_PATH} {...route?.inPath} session={sessionInPath(path) ?? ''} did={did} />
  );
  return !route?.did || route.did === 'optional' ? screenOf('') : <RequireDid>{screenOf}</RequireDid>;
}

/** Prepares the hydration of the server's page at a path, after loadScreen. Returns whether its code could be loaded. */
export async function prepareScreen(path: string, did: string | null, outdated: boolean): Promise<boolean> {
  const screen = loadedAt(path);
  try {
    await screen?.loadMore?.();
  } catch {
    return false;
  }
  menu?.setRenderedMembership(did, outdated);
  return Boolean(screen);
}
