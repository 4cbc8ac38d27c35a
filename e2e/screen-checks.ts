/** Checks for every screen in every state: accessible, readable on any phone, and inside the shell. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';

const NARROWEST = { width: 320, height: 640 };

const requireFromAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const AXE = readFileSync(requireFromAxe.resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark scheme changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const RULES = {
  all: { runOnly: ALL_RULES },
  colours: { runOnly: COLOUR_RULES },
};
/** Marks a text that looks like one that was already measured. */
const MEASURED = 'data-colours-measured';
/** Only an open dialog is checked: the page behind it can’t be used, and is checked as another state. */
const DIALOG = 'dialog:modal';

type Axe = {
  configure(options: object): void;
  run(
    context: Element | Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

/** Loads axe once per page: AxeBuilder's `analyze` would do it each time, which takes longer than most screens. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(AXE);
  await page.evaluate((mark) => {
    const { axe } = window as unknown as { axe: Axe };
    axe.configure({ rules: [{ id: 'color-contrast', selector: `:not([${mark}])` }] });
  }, MEASURED);
}

/**
 * Most texts share their colours, letters and background with another text, and axe would measure each. The background is that of
 * all elements around a text, and of those above or below them.
 */
async function markRepeatedLooks(page: Page): Promise<void> {
  await page.evaluate(
    ([mark, dialog]) => {
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
      const ground = (element: Element): string => {
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
        return `${backgroundColor} ${backgroundImage} ${opacity} ${position}`;
      };
      const isLaidOver = (element: Element) =>
        ['absolute', 'fixed', 'sticky'].includes(getComputedStyle(element).position);
      const grounds = new Map<Element | null, string>([[null, '']]);
      const groundsAround = (element: Element | null): string => {
        let known = grounds.get(element);
        if (known === undefined && element) {
          const laidOver = [...element.children].filter(isLaidOver).map(ground);
          known = [ground(element), ...laidOver, groundsAround(element.parentElement)].join('|');
          grounds.set(element, known);
        }
        return known ?? '';
      };
      const looks = new Set<string>();
      for (const element of (document.querySelector(dialog) ?? document.body).querySelectorAll('*')) {
        const hasText = [...element.childNodes].some(
          ({ nodeType, data }: Node & { data?: string }) => nodeType === Node.TEXT_NODE && data?.trim(),
        );
        if (!hasText || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const isDisabled = element.closest(':disabled, [aria-disabled="true"]') !== null;
        const look = `${color} ${fontSize} ${fontWeight} ${textShadow} ${isDisabled} ${groundsAround(element)}`;
        if (looks.has(look)) element.setAttribute(mark, '');
        looks.add(look);
      }
    },
    [MEASURED, DIALOG] as const,
  );
}

export async function axeViolations(page: Page, rules: keyof typeof RULES): Promise<string[]> {
  await loadAxe(page);
  await markRepeatedLooks(page);
  return page.evaluate(
    async ([chosen, dialog]) => {
      const { axe } = window as unknown as { axe: Axe };
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
