import { api } from '@panel/domain/paths';
import { pageTitle } from '@panel/domain/wording';
import { dismissError } from '@panel/ui/toasts';
import { type ReactElement, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { App } from './App.tsx';
import { fetchConfig, loadConfig } from './calls/config.ts';
import { keepLastSeen } from './calls/last-seen.ts';
import { readPageContent, setPageContent } from './calls/page-content.ts';
import { deleteByPrefix, deleteExpired, draftsOf } from './calls/storage.ts';
import { callsAt, loadScreen, prepareScreen } from './routes.tsx';
import { addressBar, didAt, hrefTo } from './routing/location.ts';
import { isOfflinePage, showWithoutScript } from './routing/page.ts';
import { setRenderedLocation, startRouter } from './routing/router.tsx';
import { startErrorReporting } from './telemetry/error-reporting.ts';

/** Takes over what the page, or without a connection an earlier visit, tells about the panelist. Returns whether a screen can show it. */
async function takeOverResponses(): Promise<boolean> {
  const location = addressBar();
  const did = didAt(location.path, location.search);
  const isOffline = isOfflinePage();
  const { responses, posted } = readPageContent();
  setPageContent({ responses, posted });
  if (isOffline) {
    const offline = await import('./calls/offline.ts');
    offline.startOffline(did, callsAt(location.path));
  }
  // Answers that were unlocked for some minutes don't stay on the phone.
  for (const [path, response] of Object.entries(responses))
    if (did !== null && path !== api.yourData(did)) keepLastSeen(did, path, response);
  if (did !== null && posted.sent) deleteByPrefix(draftsOf(did, posted.sent));
  setRenderedLocation(location, isOffline ? null : hrefTo('', location, true));
  return prepareScreen(location.path, did, isOffline);
}

function renderInto(element: Element, app: ReactElement): Root {
  if (!element.hasChildNodes()) {
    const root = createRoot(element);
    root.render(app);
    return root;
  }
  let hydrated: Root | undefined;
  // In a transition React takes a long form over in slices, and a tap need not wait for the whole of it.
  startTransition(() => {
    hydrated = hydrateRoot(element, app);
  });
  return hydrated as unknown as Root;
}

/** Starts the app in the root element of the page, which the server has rendered, but for a page of the service worker. */
export async function start(element: Element): Promise<Root | undefined> {
  deleteExpired();
  const screenLoaded = startRouter((path) => {
    dismissError();
    // What came with the page is only for its first screen.
    setPageContent();
    return loadScreen(path);
  });
  const { config, isInPage } = await loadConfig();
  document.title = pageTitle(config.product);
  startErrorReporting(config);
  await screenLoaded;
  const hasScreen = await takeOverResponses();
  // The notice that the screen's code was lost would take the place of a form, and of what is entered in it. The form works without script.
  if (!hasScreen && element.hasChildNodes()) {
    showWithoutScript();
    return undefined;
  }
  const root = renderInto(element, <App />);
  // A page out of a cache gets its anti-forgery cookie with the configuration.
  if (isInPage) void fetchConfig(!isOfflinePage());
  return root;
}
