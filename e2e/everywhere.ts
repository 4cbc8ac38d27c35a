/** What holds on every screen in every state, whatever it shows. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, origin, useBrowser } from './browser.ts';
import type { State } from './states.ts';

/** Nothing to scroll sideways to, and nothing cut off at the edge. */
async function sidewaysFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const faults = [...document.body.querySelectorAll('*')].filter((one) => {
      const { left, right, height } = one.getBoundingClientRect();
      return height > 1 && (right > width + 1 || left < -1) && !one.closest('[class*="visually-hidden"], svg');
    });
    const names = faults.map((one) => `${one.tagName} .${one.getAttribute('class')} ${one.textContent?.slice(0, 30)}`);
    return document.documentElement.scrollWidth > width
      ? [`${document.documentElement.scrollWidth} px`, ...names]
      : names;
  });
}

type Axe = { run(of: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

/** Colours are all that the dark changes. The check in the light has left axe in the page. */
async function darkFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly: ['color-contrast', 'link-in-text-block'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** What can be tapped and is lower than a finger. A tick box is tapped by its label. */
async function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LOWEST = 44;
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')];
    return controls
      .map((one) => (one.matches('[type="checkbox"], [type="radio"]') ? (one.closest('label') ?? one) : one))
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < LOWEST)
      .map((one) => `${one.tagName} ${one.textContent} ${Math.round(one.getBoundingClientRect().height)} px`);
  });
}

/** Accessible in the light and in the dark, at the narrowest phone, with the largest letters, for any finger. */
async function expectEverywhere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await darkFaults(page), 'faults in the dark').toEqual([]);
  expect(await lowTargets(page), 'targets under 44 px').toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysFaults(page), 'sideways at 320 px').toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await sidewaysFaults(page), 'sideways with letters twice as large').toEqual([]);
  expect(await lowTargets(page), 'targets under 44 px with letters twice as large').toEqual([]);
}

/** A test of each state. */
export function holdEverywhere(states: readonly State[]): void {
  const open = useBrowser();
  it.each(states.map((state) => [state.name, state] as const))(
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
}
