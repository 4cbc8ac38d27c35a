import { expect, it } from 'vitest';
import { origin, useBrowser } from '../browser.ts';
import { expectEverywhere } from '../everywhere.ts';
import { PANELIST_STATES } from '../states.ts';

const open = useBrowser();

it.each(PANELIST_STATES.map((state) => [state.name, state] as const))(
  '%s: accessible in light and dark, whole on the narrowest phone and in the largest letters, from our origin alone',
  async (_, { show }) => {
    const page = await open({ reducedMotion: 'reduce' });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin()}/`)) elsewhere.push(request.url());
    });
    await show(page);
    await expectEverywhere(page);
    expect(elsewhere, 'requests to another origin').toEqual([]);
  },
);
