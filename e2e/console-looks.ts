/** Finds faults in the layout of a page of the console, at its current width. */
import type { Page } from 'playwright-core';

/** From this width on, a page's buttons are in the row of its title. */
const WIDE = 1280;

/** Overflow, numbers and buttons that are broken or cut off, a page's head in two rows, cards without padding, and chart labels that collide. */
export const faultsInLooks = (page: Page): Promise<string[]> =>
  page.evaluate((wide) => {
    const all = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    const nameOf = (element: Element) => `${element.tagName} “${element.textContent?.trim().slice(0, 60)}”`;
    const clientWidth = document.documentElement.clientWidth;

    /** The lines of an element's visible text. */
    const linesOf = (element: Element): DOMRect[] => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lines: DOMRect[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        let isHidden = false;
        for (let around = text.parentElement; around && around !== element; around = around.parentElement)
          isHidden ||= around.matches('.visually-hidden') || getComputedStyle(around).clipPath !== 'none';
        if (isHidden) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        lines.push(...range.getClientRects());
      }
      return lines;
    };
    const isBroken = (element: Element): boolean => {
      const bottoms = linesOf(element).map(({ bottom }) => bottom);
      return Math.max(...bottoms) - Math.min(...bottoms) > Number.parseFloat(getComputedStyle(element).fontSize);
    };
    const isCutOff = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return linesOf(element).some((line) => line.left < box.left - 1 || line.right > box.right + 1);
    };

    // Tables of things fit or become cards; only tables of numbers may scroll.
    const sideways = all('html, dialog, :has(> [class*="cards_"])').filter(
      ({ scrollWidth, clientWidth: shown }) => scrollWidth > shown,
    );
    const numbers = all('[class*="number"], [class*="figure"]').filter((element) =>
      /^[−+R\d\s.,%]+$/.test(element.textContent ?? ''),
    );
    const head = document.querySelector('main h1')?.parentElement;
    const actions = head?.parentElement?.querySelector(':scope > :last-child:not(:only-child, :empty)');
    const isBelow =
      head &&
      actions &&
      clientWidth >= wide &&
      actions.getBoundingClientRect().top >= head.getBoundingClientRect().bottom;
    const buttons = actions ? [...actions.querySelectorAll('.button')] : [];
    const foot = [...(document.querySelector('dialog[open] [class*="foot_"]')?.children ?? [])];
    const feet = foot.map((element) => element.getBoundingClientRect());
    const isFootBroken = clientWidth >= wide && feet.some(({ top }) => feet.some(({ bottom }) => top >= bottom));
    const isOutside = (element: Element) => element.getBoundingClientRect().right > clientWidth;

    const collisions = [...document.querySelectorAll('main svg[role="img"]')].flatMap((chart) => {
      const labels = [...chart.querySelectorAll('text')].map((label) => ({
        label,
        box: label.getBoundingClientRect(),
      }));
      return labels.flatMap(({ label, box }, index) => [
        ...labels
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0.5 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2,
          )
          .map(({ label: other }) => `${label.textContent} collides with ${other.textContent}`),
        ...(box.right > clientWidth || box.left < 0 ? [`${label.textContent} is outside`] : []),
      ]);
    });
    const bare = all('[class*="card_"]').filter((card) => {
      const [only, ...others] = card.children;
      return (
        only && others.length === 0 && card.getBoundingClientRect().bottom - only.getBoundingClientRect().bottom < 12
      );
    });
    return [
      ...sideways.map(
        (element) => `${element.tagName} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`,
      ),
      ...numbers.filter(isBroken).map((element) => `broken: ${nameOf(element)}`),
      ...all('button, .button, [class*="tile_"], [class*="pill"], nav a')
        .filter(isCutOff)
        .map((element) => `cut off: ${nameOf(element)}`),
      ...(isBelow ? [`in a second row: ${nameOf(actions)}`] : []),
      ...(isFootBroken ? [`in two rows: ${foot.map(nameOf).join(', ')}`] : []),
      ...buttons
        .filter((button) => isBroken(button) || isOutside(button))
        .map((button) => `not whole: ${nameOf(button)}`),
      ...bare.map((card) => `no padding: ${nameOf(card)}`),
      ...collisions,
    ];
  }, WIDE);
