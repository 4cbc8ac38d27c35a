/*
 * Inlined into every page by the build, with what it imports. Back from a partner the query is in the address again before
 * anything is tapped. Until the app has loaded, a tapped button looks pressed and is remembered, and a link takes along the
 * query and the did, which the links of a prerendered page don't have. If the app can't load, the page reloads.
 */
import { restoreReturnQuery } from './partners/return-query.ts';
import { keepEntered, restoreEntered } from './shell/entered.ts';
import { addressBar, hrefTo } from './shell/location.ts';
import { reloadPage } from './shell/reload-page.ts';
import { wasReloaded } from './shell/was-reloaded.ts';

const FIRST_RELOAD_MS = 3_000;
const LATER_RELOAD_MS = 30_000;

let tapped: HTMLElement | undefined;
let isLeaving = false;

function release(): HTMLElement | undefined {
  const released = tapped;
  tapped?.removeAttribute('data-tapped');
  tapped = undefined;
  return released;
}

function onClick(event: MouseEvent): void {
  const control = (event.target as Element).closest<HTMLElement>('a[href^="/"],button');
  if (!control) return;
  // Only the last tap counts, whatever it was on.
  release();
  const to = control.getAttribute('href');
  if (to === null) {
    event.preventDefault();
    // React would carry out a tap on a page that it is just taking over, and the replay would do it a second time.
    event.stopPropagation();
    tapped = control;
    control.setAttribute('data-tapped', '');
    return;
  }
  isLeaving = true;
  if (!to.includes('?')) control.setAttribute('href', hrefTo(to, addressBar(), true));
}

/** A form's box enables the button that waits for it. */
function onChange(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-needs-box]');
  if (button) button.disabled = !button.form?.querySelector(':checked');
}

/** Not while another page is on its way, which would never come, and not offline, where the browser would show its own page. */
function reloadAfter(delay: number): void {
  setTimeout(() => {
    if (!navigator.onLine || isLeaving) {
      isLeaving = false;
      return reloadAfter(LATER_RELOAD_MS);
    }
    keepEntered();
    reloadPage();
  }, delay);
}

const reloadWithEntered = (): void => reloadAfter(wasReloaded() ? LATER_RELOAD_MS : FIRST_RELOAD_MS);
window.reloadWithEntered = reloadWithEntered;

/** A file of the app was lost on its way, or the server that was asked for it is of another release than the page. */
function onError({ target }: Event): void {
  if (target instanceof HTMLScriptElement) reloadWithEntered();
  // Styles that were lost count as an empty sheet: without an address there is none, as the router expects.
  if (target instanceof HTMLLinkElement) target.removeAttribute('href');
}

restoreReturnQuery();
restoreEntered();
onChange();
document.addEventListener('click', onClick, true);
document.addEventListener('change', onChange);
document.addEventListener('error', onError, true);

window.takeEarlyTap = () => {
  document.removeEventListener('click', onClick, true);
  document.removeEventListener('change', onChange);
  window.takeEarlyTap = undefined;
  return release();
};
