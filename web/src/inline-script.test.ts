// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const { reloadPage, wasReloaded } = vi.hoisted(() => ({ reloadPage: vi.fn(), wasReloaded: vi.fn(() => false) }));
vi.mock('./routing/page-loads.ts', () => ({ reloadPage, wasReloaded }));

const { classList } = document.documentElement;
let leavePage = new AbortController();

/** Runs the script on a page, as a browser does. Its listeners end with the page. */
async function open(html: string): Promise<void> {
  document.body.innerHTML = html;
  classList.add('js');
  leavePage = new AbortController();
  for (const target of [document, window])
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, capture: unknown) =>
      EventTarget.prototype.addEventListener.call(target, type, listener as EventListener, {
        capture: capture === true,
        signal: leavePage.signal,
      }),
    );
  vi.resetModules();
  await import('./inline-script.ts');
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => {
  leavePage.abort();
  vi.clearAllTimers();
  reloadPage.mockClear();
  vi.restoreAllMocks();
  wasReloaded.mockReturnValue(false);
  classList.remove('js', 'started');
});

/** What a browser reports about an element whose file it could not fetch; the event does not bubble. */
function fail(element: HTMLElement): void {
  document.body.append(element);
  element.dispatchEvent(new Event('error'));
}
const failScript = () => fail(document.createElement('script'));
const reloads = () => {
  vi.advanceTimersByTime(10_000);
  return reloadPage.mock.calls.length;
};
const dispatch = (element: Element | null, type: string) =>
  element?.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));

it('a page whose script is lost works without it, and is reloaded once', async () => {
  await open('<form><input></form>');
  failScript();
  expect([classList.contains('js'), reloads()]).toEqual([false, 1]);
});

it('a page that was reloaded already isn’t reloaded again', async () => {
  await open('<p></p>');
  wasReloaded.mockReturnValue(true);
  failScript();
  expect([classList.contains('js'), reloads()]).toEqual([false, 0]);
});

it.each(['click', 'input', 'submit'])('Q10: a page that is in use (%s) is not reloaded', async (type) => {
  await open('<form><input></form>');
  failScript();
  dispatch(document.querySelector(type === 'submit' ? 'form' : 'input'), type);
  expect(reloads()).toBe(0);
});

it('Q10: a page that answers a posted form is not reloaded, which would post it again', async () => {
  await open('<script type="application/json" id="posted">{}</script>');
  failScript();
  expect(reloads()).toBe(0);
});

it('an error in the running app changes nothing', async () => {
  await open('<p></p>');
  classList.add('started');
  window.dispatchEvent(new Event('error'));
  expect([classList.contains('js'), reloads()]).toEqual([true, 0]);
});

it('styles that are lost lose their address', async () => {
  await open('<p></p>');
  const link = document.createElement('link');
  link.setAttribute('href', '/a.css');
  fail(link);
  expect(link.hasAttribute('href')).toBe(false);
  expect(classList.contains('js')).toBe(true);
});

it('A1: a box enables the button that waits for it', async () => {
  await open('<form><input type="checkbox"><button data-needs-box></button></form>');
  const [box, button] = [document.querySelector('input'), document.querySelector('button')];
  expect(button?.disabled).toBe(true);
  if (box) box.checked = true;
  dispatch(box, 'change');
  expect(button?.disabled).toBe(false);
});
