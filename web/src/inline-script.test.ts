// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import './inline-script.ts';
import { restoreEntered } from './shell/entered.ts';
import { reloadPage } from './shell/reload-page.ts';
import { wasReloaded } from './shell/was-reloaded.ts';

vi.mock('./shell/reload-page.ts', () => ({ reloadPage: vi.fn() }));
vi.mock('./shell/was-reloaded.ts', () => ({ wasReloaded: vi.fn(() => false) }));

let isOnline = true;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  vi.clearAllTimers();
  vi.mocked(reloadPage).mockClear();
  isOnline = true;
});

/** What a browser reports about an element whose file it could not fetch; the event does not bubble. */
function fail(element: HTMLElement): void {
  document.body.append(element);
  element.dispatchEvent(new Event('error'));
}
const failScript = () => fail(document.createElement('script'));

function reloadsAfter(seconds: number): number {
  vi.advanceTimersByTime(seconds * 1000);
  return vi.mocked(reloadPage).mock.calls.length;
}

it('a page whose script could not be fetched is reloaded after three seconds, once', () => {
  failScript();
  expect([reloadsAfter(2.9), reloadsAfter(0.2), reloadsAfter(100)]).toEqual([0, 1, 1]);
});

it('a page that was reloaded for it waits half a minute', () => {
  vi.mocked(wasReloaded).mockReturnValueOnce(true);
  failScript();
  expect([reloadsAfter(29), reloadsAfter(2)]).toEqual([0, 1]);
});

it('a page without a connection is not reloaded until there is one', () => {
  isOnline = false;
  failScript();
  expect(reloadsAfter(100)).toBe(0);
  isOnline = true;
  expect(reloadsAfter(30)).toBe(1);
});

it('a link that was tapped is given time to open', () => {
  failScript();
  document.body.innerHTML = '<a href="/terms">Terms</a>';
  const tap = new MouseEvent('click', { bubbles: true, cancelable: true });
  // jsdom can't open a page.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  document.querySelector('a')?.dispatchEvent(tap);
  expect([reloadsAfter(29), reloadsAfter(5)]).toEqual([0, 1]);
});

it('what was entered is there again after the reload, once', () => {
  const FORM = `<form><input name="dob"><select name="province"><option value=""><option>Gauteng</select>
    <input type="radio" name="gender" value="male"><input type="radio" name="gender" value="female">
    <input type="checkbox" name="bought" value=""><input type="checkbox" name="bought" value="bread"></form>`;
  const entries = () => [...new FormData(document.querySelector('form') ?? undefined)];
  document.body.innerHTML = FORM;
  const [dob, province, , female, , bread] = document.querySelectorAll<HTMLInputElement>('input,select');
  Object.assign(dob as object, { value: '27/04' });
  Object.assign(province as object, { value: 'Gauteng' });
  for (const box of [female, bread]) Object.assign(box as object, { checked: true });
  const entered = entries();
  expect(entered).toHaveLength(4);
  window.history.replaceState({ did: 'some-device' }, '');
  failScript();
  expect(reloadsAfter(3)).toBe(1);
  document.body.innerHTML = FORM;
  restoreEntered();
  expect(entries()).toEqual(entered);
  expect(window.history.state).toEqual({ did: 'some-device', y: 0 });
  document.body.innerHTML = FORM;
  restoreEntered();
  expect(entries()).not.toEqual(entered);
});

it('a picture that could not be fetched reloads nothing', () => {
  fail(document.createElement('img'));
  expect(reloadsAfter(100)).toBe(0);
});

it('A1: a box that is ticked again after the reload enables the button that waits for it', async () => {
  document.body.innerHTML = `<form><input type="checkbox" name="terms" value="on">
    <button disabled data-needs-box>Proceed</button></form>`;
  window.history.replaceState({ entered: [['terms', 'on']] }, '');
  vi.resetModules();
  await import('./inline-script.ts');
  expect(document.querySelector('button')?.disabled).toBe(false);
});
