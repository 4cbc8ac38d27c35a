/** The server's build of the app: renders a screen to HTML. */
import type { PageAt, RenderedPage, WebRenderer } from '@panel/domain/page';
import { SURVEY_RESULTS } from '@panel/domain/partners/outcomes';
import { DID_PARAMETER, RESULT_PAGES, screens } from '@panel/domain/paths';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { hydrateMembership } from './panelists/membership.ts';
import { isScreenPath, loadScreen } from './routes.tsx';
import { setNames } from './shell/config.ts';
import { DID_SCREENS, didInPath, didInQuery } from './shell/location.ts';
import { setPageResponses } from './shell/page-responses.ts';
import { personalCallsAt } from './shell/personal-calls.ts';
import { hydrateLocation } from './shell/router.tsx';

/** These need the device id in the query. Without one they say how to open the panel. */
const QUERY_SCREENS = [screens.home, screens.apply, screens.balance, screens.optOut, screens.deleteProfile];
const OTHER_SCREENS = [
  ...[screens.terms, screens.howItWorks],
  ...RESULT_PAGES.map(screens.result),
  ...SURVEY_RESULTS.map(screens.surveyResult),
];
const EXAMPLE_DID = '_';
const WITHOUT_DID = 'without-did/';

const nameOf = (path: string) => path.replace(/^\/|\/$/g, '') || 'index';

/** The name of each prerendered page, and an address of it. */
export const PAGES: readonly (Pick<RenderedPage, 'path' | 'search'> & { readonly name: string })[] = [
  ...OTHER_SCREENS.map((path) => ({ name: nameOf(path), path, search: '' })),
  ...DID_SCREENS.map((path) => ({ name: nameOf(path), path: `${path}/${EXAMPLE_DID}`, search: '' })),
  ...QUERY_SCREENS.map((path) => ({ name: nameOf(path), path, search: `?${DID_PARAMETER}=${EXAMPLE_DID}` })),
  ...QUERY_SCREENS.map((path) => ({ name: WITHOUT_DID + nameOf(path), path, search: '' })),
];
await Promise.all(PAGES.map(({ path }) => loadScreen(path)));

/** An address without a screen gets home's page, and the app redirects it. */
export const pageAt: WebRenderer['pageAt'] = (path, search): PageAt => {
  const screen = isScreenPath(path) ? path : screens.home;
  const name = nameOf(screen);
  if (didInPath(screen) !== null) return { name: name.slice(0, name.indexOf('/')), did: null, calls: [] };
  const did = didInQuery(search);
  if (did === null && QUERY_SCREENS.some((each) => nameOf(each) === name))
    return { name: WITHOUT_DID + name, did, calls: [] };
  return { name, did, calls: personalCallsAt(screen) };
};

/** The stores are set for each page, which is safe because rendering is synchronous. */
function renderPage({ path, search, product, contact, responses }: RenderedPage, queryInLinks: boolean): string {
  const screen = isScreenPath(path) ? path : screens.home;
  setNames({ product, contact });
  setPageResponses(responses);
  hydrateLocation({ path: screen, search, did: didInPath(screen) }, queryInLinks);
  hydrateMembership(didInPath(screen) ?? didInQuery(search));
  return renderToString(<App />);
}

/** A page for one panelist. Its links have the query. */
export const render: WebRenderer['render'] = (page) => renderPage(page, true);

/** A page that is the same for everyone. */
export const prerender = (page: Omit<RenderedPage, 'responses'>): string =>
  renderPage({ ...page, responses: {} }, false);
