import { api, screens } from '@panel/domain/paths';
import { dismissError } from '@panel/ui/toasts';
import type { Root } from 'react-dom/client';
import { App } from './App.tsx';
import { takeWayBack } from './partners/way-back.ts';
import { openScreen } from './routes.tsx';
import { fetchConfig } from './shell/config.tsx';
import { askEarly } from './shell/early.ts';
import { menuComesFrom } from './shell/menu-slot.ts';
import { didInQuery } from './shell/place.ts';
import { startReporting } from './shell/report.ts';
import { startRouter } from './shell/router.tsx';

/** Starts the app: the configuration, the screen's code and, at home, who is looking are asked for all at once. */
export async function start(root: Root): Promise<void> {
  takeWayBack();
  menuComesFrom(() => import('./home/Menu.tsx').then(({ Menu }) => Menu));
  const { pathname, search } = window.location;
  const did = didInQuery(search);
  if (pathname === screens.home && did) askEarly(api.registrationCheck(did));
  const opened = startRouter((path) => {
    dismissError();
    return openScreen(path);
  });
  const config = await fetchConfig();
  startReporting(config);
  await opened;
  root.render(<App brand={config.product} />);
}
