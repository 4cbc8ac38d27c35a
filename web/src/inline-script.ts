/*
 * Inlined into every page by the build, with what it imports. Back from a partner the query is in the address again before
 * anything is tapped. A link takes along a did that only the history knows. If the app can't load, the page is what it is
 * without script, a form that works; it is reloaded once, unless the panelist has begun to use it.
 */
import { POSTED_ELEMENT } from '@panel/domain/page';
import { DID_PARAMETER } from '@panel/domain/paths';
import { restoreReturnQuery } from './partners/return-query.ts';
import { addressBar, hrefTo } from './routing/location.ts';
import { hasStarted, showWithoutScript } from './routing/page.ts';
import { reloadPage, wasReloaded } from './routing/page-loads.ts';

const RELOAD_MS = 3_000;
let isInUse = document.getElementById(POSTED_ELEMENT) !== null;

function onUse(): void {
  isInUse = true;
}

function onClick({ target }: MouseEvent): void {
  const link = (target as Element).closest('a[href^="/"]');
  const [path = '', query = ''] = link?.getAttribute('href')?.split('?') ?? [];
  if (!query.includes(DID_PARAMETER)) link?.setAttribute('href', hrefTo(path, addressBar(), true));
}

/** A form's box enables the button that waits for it. */
function onChange(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-needs-box]');
  if (button) button.disabled = !button.form?.querySelector(':checked');
}

/** A file of the app was lost on its way, can't be read by this browser, or is of another release than the page. */
function onError({ target }: Event): void {
  // Styles that were lost count as an empty sheet: without an address there is none, as the router expects.
  if (target instanceof HTMLLinkElement) target.removeAttribute('href');
  else if (!hasStarted()) {
    showWithoutScript();
    setTimeout(() => {
      if (!isInUse && !wasReloaded() && navigator.onLine) reloadPage();
    }, RELOAD_MS);
  }
}

restoreReturnQuery();
onChange();
document.addEventListener('click', onClick, true);
for (const event of ['click', 'input', 'submit']) document.addEventListener(event, onUse);
document.addEventListener('change', onChange);
window.addEventListener('error', onError, true);
