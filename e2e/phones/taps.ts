/** Taps, typing and reading in any browser, with and without script. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  type Answers,
  asksOf,
  type Question,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import type { PhonePage } from './browsers.ts';

const TIMEOUT_MS = 60_000;

/** Repeats a question until it is answered. A page that is just being left answers nothing. */
export async function waitUntil<T>(what: string, ask: () => Promise<T | null | false>, page?: PhonePage): Promise<T> {
  for (const began = Date.now(); Date.now() - began < TIMEOUT_MS; await sleep(200)) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
  }
  const shown = await page?.evaluate('document.body.innerText').catch(() => '');
  throw new Error(`${what} did not come. The page shows: ${String(shown).replace(/\s+/g, ' ').slice(0, 300)}`);
}

/** The code for a page is text, because the oldest browser here has to read it. */
export const inPage = (page: PhonePage, code: string): Promise<unknown> => page.evaluate(code);

export const expectText = (page: PhonePage, text: string): Promise<unknown> =>
  waitUntil(
    `“${text}”`,
    () => inPage(page, `document.body.innerText.includes(${JSON.stringify(text)})`) as Promise<boolean>,
    page,
  );

/** Taps an element once it is there. */
export async function tapElement(page: PhonePage, name: string, element: string): Promise<void> {
  const code = `(() => {
    const element = ${element};
    if (!element) return null;
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return width > 0 ? [left + width / 2, top + height / 2] : null;
  })()`;
  const [x, y] = await waitUntil(name, () => inPage(page, code) as Promise<[number, number] | null>, page);
  await page.mouse.click(x, y);
}

/** A button or a link that can be used, by its exact words. */
const control = (name: string): string => `Array.from(document.querySelectorAll('a,button,summary')).filter((each) =>
  !each.disabled && each.getClientRects().length > 0 && each.textContent.trim() === ${JSON.stringify(name)}).pop()`;

export const tap = (page: PhonePage, name: string): Promise<void> => tapElement(page, name, control(name));

export const tapBox = (page: PhonePage, name: string, value: string): Promise<void> =>
  tapElement(page, name, `document.querySelector('[name="${name}"][value="${value}"]')`);

/** Types into a field, or picks from a list. */
export async function enter(page: PhonePage, name: string, value: string): Promise<void> {
  const code = `(() => {
    const field = document.querySelector('[name="${name}"]');
    if (!field) return false;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  })()`;
  await waitUntil(name, () => inPage(page, code) as Promise<boolean>, page);
}

async function answer(page: PhonePage, question: Question, value: Answer): Promise<void> {
  const { id, kind } = question;
  if (kind === 'many') for (const code of value as readonly string[]) await tapBox(page, id, code);
  else if (kind === 'tick') value && (await tapBox(page, id, 'on'));
  else if (kind === 'yesNo') await tapBox(page, id, value ? 'yes' : 'no');
  else if (kind === 'one' && question.shown === 'radio') await tapBox(page, id, String(value));
  else await enter(page, id, String(value));
}

export async function fillForm(
  page: PhonePage,
  { definition, answers }: { definition: Questionnaire; answers: object },
) {
  for (const { question } of asksOf(definition)) {
    const value = (answers as Answers)[question.id];
    if (value !== undefined) await answer(page, question, value);
  }
}
