/** The server's build of the app: renders a screen to HTML, and says what a form posted to it does. */
import { type PageAt, QUERY_MARK, type RenderedPage, TOKEN_MARK, type WebRenderer } from '@panel/domain/page';
import { DID_PARAMETER, screens } from '@panel/domain/paths';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { actionOf, noticeOf } from './actions.ts';
import { setNames } from './calls/config.ts';
import { setPageContent } from './calls/page-content.ts';
import { loadQuestions } from './panelists/ApplyScreen.tsx';
import { setRenderedMembership } from './panelists/membership.ts';
import { componentAt, loadScreen, ROUTES, type Route, routeAt } from './routes.tsx';
import { didAt, didInPath, didInQuery, hrefTo, routeOf, sessionInPath } from './routing/location.ts';
import { setRenderedLocation } from './routing/router.tsx';
import { setFormToken } from './without-script/forms.tsx';

const EXAMPLE = '_';
const WITHOUT_DID = 'without-did/';

const nameOf = (route: string) => route.replace(/^\/|\/$/g, '') || 'index';
/** A path of a route. */
function exampleOf(route: string): string {
  return route.endsWith('/') && route !== screens.home ? route + EXAMPLE : route;
}
const needsQuery = ({ did }: Route): boolean => did === 'in query' || did === 'optional';

await Promise.all([loadQuestions(), ...ROUTES.map(({ path }) => loadScreen(exampleOf(path)))]);

const FILES = Object.entries(import.meta.glob<object>('./*/*Screen.tsx', { eager: true }));
/** The file that exports the screen of a path. */
const fileAt = (path: string): string | undefined =>
  FILES.find(([, exported]) => Object.values(exported).includes(componentAt(path)))?.[0];

type Page = Pick<RenderedPage, 'path' | 'search'> & { readonly name: string; readonly file: string | undefined };
/** The name of each prerendered page, an address of it, and the file of its screen. */
export const PAGES: readonly Page[] = ROUTES.flatMap((route) => {
  const path = exampleOf(route.path);
  const page = { name: nameOf(route.path), path, search: '', file: fileAt(path) };
  if (!needsQuery(route)) return [page];
  return [
    { ...page, search: `?${DID_PARAMETER}=${EXAMPLE}` },
    { ...page, name: WITHOUT_DID + page.name },
  ];
});

export const isScreenPath = (path: string): boolean => routeAt(path) !== undefined;

export const pageAt: WebRenderer['pageAt'] = (path, search): PageAt => {
  const { path: route = screens.home, did: place, calls = [] } = routeAt(path) ?? {};
  const name = nameOf(route);
  if (place === 'in path') return { name, did: null, calls };
  const did = didInQuery(search);
  return did === null && place ? { name: WITHOUT_DID + name, did, calls: [] } : { name, did, calls };
};

/** The stores are set for each page, which is safe because rendering is synchronous. */
function renderPage(
  { path, search, responses, posted = {}, token = '', ...names }: RenderedPage,
  query: string,
): string {
  setNames(names);
  setPageContent({ responses, posted });
  setFormToken(token);
  setRenderedLocation({ path, search, did: didInPath(path) }, query);
  setRenderedMembership(didAt(path, search));
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
  const action = actionOf(routeOf(path));
  return did === null || !action ? null : action(did, fields, sessionInPath(path) ?? '');
};

export { noticeOf };
