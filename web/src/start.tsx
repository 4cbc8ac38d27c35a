import { api, screens } from '@panel/domain/paths';
import { pageTitle } from '@panel/domain/wording';
import { dismissError } from '@panel/ui/toasts';
import type { Root } from 'react-dom/client';
import { App } from './App.tsx';
import { restoreReturnQuery } from './partners/return-query.ts';
import { loadScreen } from './routes.tsx';
import { loadConfig } from './shell/config.tsx';
import { startErrorReporting } from './shell/error-reporting.ts';
import { setMenuLoader } from './shell/lazy-menu.ts';
import { didInQuery } from './shell/location.ts';
import { prefetch } from './shell/prefetch.ts';
import { startRouter } from './shell/router.tsx';

/** Starts the app. The configuration, the screen's code and, at home, the registration check are fetched in parallel. */
export async function start(root: Root): Promise<void> {
  restoreReturnQuery();
  setMenuLoader(() => import('./home/Menu.tsx').then(({ Menu }) => Menu));
  const { pathname, search } = window.location;
  const did = didInQuery(search);
  if (pathname === screens.home && did) prefetch(api.registrationCheck(did));
  const screenLoaded = startRouter((path) => {
    dismissError();
    return loadScreen(path);
  });
  const config = await loadConfig();
  document.title = pageTitle(config.product);
  startErrorReporting(config);
  await screenLoaded;
  root.render(<App brand={config.product} />);
}
