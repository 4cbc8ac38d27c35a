/*
 * Inlined into every page by the build, with what it imports. Back from a partner the query is in the address again before
 * anything is tapped. Until the app has loaded, a tapped button looks pressed and is remembered, and a link takes along the
 * query and the did, which the links of a prerendered page don't have.
 */
import { restoreReturnQuery } from './partners/return-query.ts';
import { addressBar, hrefTo } from './shell/location.ts';

let tapped: HTMLElement | undefined;

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
  } else if (!to.includes('?')) {
    control.setAttribute('href', hrefTo(to, addressBar(), true));
  }
}

/** A form's box enables the button that waits for it. */
function onChange({ target }: Event): void {
  const { form, checked } = target as HTMLInputElement;
  const button = form?.querySelector<HTMLButtonElement>('[data-needs-box]');
  if (button) button.disabled = !checked;
}

restoreReturnQuery();
document.addEventListener('click', onClick, true);
document.addEventListener('change', onChange);

window.takeEarlyTap = () => {
  document.removeEventListener('click', onClick, true);
  document.removeEventListener('change', onChange);
  window.takeEarlyTap = undefined;
  return release();
};
