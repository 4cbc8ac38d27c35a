// @vitest-environment node
import { RESULT_PAGES, screens } from '@panel/domain/paths';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { App } from './App.tsx';
import { loadScreen, screenAt } from './routes.tsx';
import { PATHS_WITH_DID } from './shell/location.ts';
import { hydrateLocation } from './shell/router.tsx';

const PATHS = [
  screens.home,
  screens.terms,
  screens.apply,
  screens.howItWorks,
  screens.balance,
  screens.optOut,
  screens.deleteProfile,
  ...PATHS_WITH_DID.map((route) => `${route}/some-device`),
  ...RESULT_PAGES.map(screens.result),
];

describe('the screens', () => {
  it.each(PATHS)('Q5: %s renders on a server without a window', async (path) => {
    expect(typeof window).toBe('undefined');
    hydrateLocation({ path, search: '?x-binu-did=some-device', did: null }, '');
    expect(await loadScreen(path)).toBe(path);
    expect(renderToString(screenAt(path))).toContain('<main');
  });

  it('the whole app renders on a server', async () => {
    await loadScreen(screens.home);
    expect(renderToString(<App />)).toContain('<header');
  });
});
