/** Checks for every screen in every state: accessible, readable on any phone, and inside the shell. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';

const NARROWEST = { width: 320, height: 640 };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark scheme changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const RULES = {
  all: { runOnly: ALL_RULES },
  colours: { runOnly: COLOUR_RULES },
};
/** Only an open dialog is checked: the page behind it can’t be used, and is checked as another state. */
const DIALOG = 'dialog:modal';

/** What axe finds wrong with the page in its current state. */
export async function axeViolations(page: Page, rules: keyof typeof RULES): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([chosen, dialog]) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      /** What is painted behind an element: by those around it, and by those laid over them. */
      const grounds = new Map<Element, string>();
      const groundOf = (element: Element): string => {
        const known = grounds.get(element);
        if (known !== undefined) return known;
        const painted = [element, ...element.children].flatMap((each) => {
          const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(each);
          const isPainted = each === element || ['absolute', 'fixed', 'sticky'].includes(position);
          return isPainted ? [backgroundColor, backgroundImage, opacity, position] : [];
        });
        const ground = [...painted, element.parentElement && groundOf(element.parentElement)].join();
        grounds.set(element, ground);
        return ground;
      };
      // Measuring contrast takes most of axe's time, and most texts look like another one: only the first of each look is measured.
      const looks = new Set<string>();
      for (const element of (document.querySelector(dialog) ?? document.body).querySelectorAll('*')) {
        if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()))
          continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const isDisabled = element.closest(':disabled, [aria-disabled="true"]') !== null;
        const look = [color, fontSize, fontWeight, textShadow, isDisabled, groundOf(element)].join();
        element.toggleAttribute('data-looks-like-another', looks.has(look));
        looks.add(look);
      }
      axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-looks-like-another])' }] });
      // With only `violations`, axe leaves out the details of passed checks, which would take half of its time.
      const { violations } = await axe.run(document.querySelector(dialog) ?? document, {
        ...chosen,
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [RULES[rules], DIALOG] as const,
  );
}

/** The elements that overflow the screen, and how far the page scrolls sideways. */
async function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const overflowing = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, height } = element.getBoundingClientRect();
      return height > 1 && (right > width + 1 || left < -1) && !element.closest('[class*="visually-hidden"], svg');
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > width ? [`${scrollWidth} px`] : []),
      ...overflowing.map((element) => `${element.outerHTML.slice(0, 60)} ${element.textContent?.slice(0, 30)}`),
    ];
  });
}

/** Controls that are too small for a finger. A tick box is tapped by its label. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN_HEIGHT = 44;
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')];
    return controls
      .map((control) =>
        control.matches('[type="checkbox"], [type="radio"]') ? (control.closest('label') ?? control) : control,
      )
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < MIN_HEIGHT)
      .map((target) => `${target.tagName} ${target.textContent} ${target.getBoundingClientRect().height} px`);
  });
}

/** The title, the logo, and the links within the app that don't keep the query byte for byte. */
async function shell(page: Page): Promise<object> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')];
    const search = (anchor: HTMLAnchorElement) => anchor.getAttribute('href')?.replace(/^[^?]*/, '');
    return {
      title: document.title,
      logo: document.querySelector<HTMLAnchorElement>('header a')?.pathname,
      queryLost: links.filter((anchor) => search(anchor) !== location.search).map((anchor) => anchor.outerHTML),
    };
  });
}

/** Checks the page in its current state, in light and dark, on the narrowest phone and with the largest letters. */
export async function checkScreen(page: Page): Promise<void> {
  await expect.poll(() => shell(page)).toEqual({ title: 'Bua Survey | #datafree', logo: '/', queryLost: [] });
  expect(await axeViolations(page, 'all'), 'accessibility').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await axeViolations(page, 'colours'), 'colours in the dark').toEqual([]);
  expect(await smallTargets(page), 'targets under 44 px').toEqual([]);
  await page.setViewportSize(NARROWEST);
  expect(await sidewaysOverflow(page), 'overflow at 320 px').toEqual([]);
  await page.setViewportSize(PHONE);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await sidewaysOverflow(page), 'overflow in letters twice as large').toEqual([]);
  expect(await smallTargets(page), 'targets under 44 px in letters twice as large').toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
