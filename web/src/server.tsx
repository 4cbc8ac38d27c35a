/** The server's build of the app: renders a screen to HTML, and says what a form posted to it does. */
import { type PageAt, QUERY_MARK, type RenderedPage, TOKEN_MARK, type WebRenderer } from '@panel/domain/page';
import { SURVEY_RESULTS } from '@panel/domain/partners/outcomes';
import { DID_PARAMETER, RESULT_PAGES, screens } from '@panel/domain/paths';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { actionOf, noticeOf } from './actions.ts';
import { setNames } from './calls/config.ts';
import { setPageContent } from './calls/page-content.ts';
import { personalCallsAt } from './calls/personal-calls.ts';
import { loadQuestions } from './panelists/ApplyScreen.tsx';
import { hydrateMembership } from './panelists/membership.ts';
import { componentAt, isScreenPath, loadScreen, PANELIST_SCREENS } from './routes.tsx';
import {
  didAt,
  didInPath,
  didInQuery,
  hrefTo,
  PATHS_WITH_DID,
  sessionInPath,
  withoutSlash,
} from './routing/location.ts';
import { hydrateLocation } from './routing/router.tsx';
import { setFormToken } from './without-script/PlainForm.tsx';

/** These need the device id in the query. Without one they say how to open the panel. */
const QUERY_SCREENS = [screens.home, screens.report('_'), ...Object.keys(PANELIST_SCREENS)];
const OTHER_SCREENS = [
  ...[screens.terms, screens.howItWorks],
  ...RESULT_PAGES.map(screens.result),
  ...SURVEY_RESULTS.map(screens.surveyResult),
];
const EXAMPLE_DID = '_';
const WITHOUT_DID = 'without-did/';
const REPORT_PAGE = 'balance/report';

const nameOf = (path: string) => (sessionInPath(path) === null ? path.replace(/^\/|\/$/g, '') || 'index' : REPORT_PAGE);

type Page = Pick<RenderedPage, 'path' | 'search'> & { readonly name: string };
/** The name of each prerendered page, and an address of it. */
export const PAGES: readonly Page[] = [
  ...OTHER_SCREENS.map((path) => ({ name: nameOf(path), path, search: '' })),
  ...PATHS_WITH_DID.map((path) => ({ name: nameOf(path), path: `${path}/${EXAMPLE_DID}`, search: '' })),
  ...QUERY_SCREENS.map((path) => ({ name: nameOf(path), path, search: `?${DID_PARAMETER}=${EXAMPLE_DID}` })),
  ...QUERY_SCREENS.map((path) => ({ name: WITHOUT_DID + nameOf(path), path, search: '' })),
];
await Promise.all([loadQuestions(), ...PAGES.map(({ path }) => loadScreen(path))]);

const SCREEN_FILES = Object.entries(import.meta.glob<object>('./*/*Screen.tsx', { eager: true }));
/** The file that exports the screen of a path. */
export const screenFileAt = (path: string): string | undefined =>
  SCREEN_FILES.find(([, exported]) => Object.values(exported).includes(componentAt(path)))?.[0];

export const pageAt: WebRenderer['pageAt'] = (path, search): PageAt => {
  const name = nameOf(path);
  if (didInPath(path) !== null) return { name: name.slice(0, name.indexOf('/')), did: null, calls: [] };
  const did = didInQuery(search);
  if (did === null && QUERY_SCREENS.some((each) => nameOf(each) === name))
    return { name: WITHOUT_DID + name, did, calls: [] };
  return { name, did, calls: personalCallsAt(path) };
};

/** The stores are set for each page, which is safe because rendering is synchronous. */
function renderPage(
  { path, search, responses, posted = {}, token = '', ...names }: RenderedPage,
  query: string,
): string {
  setNames(names);
  setPageContent({ responses, posted });
  setFormToken(token);
  hydrateLocation({ path, search, did: didInPath(path) }, query);
  hydrateMembership(didAt(path, search));
  return renderToString(<App />);
}

export const linkQuery: WebRenderer['linkQuery'] = (path, search) =>
  hrefTo('', { path, search, did: didInPath(path) }, true);

/** A page for one panelist. */
export const render: WebRenderer['render'] = (page) => renderPage(page, linkQuery(page.path, page.search));

/** A page that is the same for everyone, but for the marks in it. */
export const prerender = (page: Omit<RenderedPage, 'responses'>): string =>
  renderPage({ ...page, responses: {}, token: TOKEN_MARK }, QUERY_MARK);

export const actionAt: WebRenderer['actionAt'] = (path, search, fields) => {
  const did = didAt(path, search);
  const screen = withoutSlash(path);
  const action = actionOf(didInPath(path) === null ? screen : screen.slice(0, screen.lastIndexOf('/')));
  return did === null || !action ? null : action(did, fields);
};

export { isScreenPath, noticeOf };
