/*
 * Inlined into every page by the build. Until the app has loaded, a tapped button looks pressed and is remembered, and a link
 * takes the query along, which the links of a prerendered page don't have.
 */
let tapped: HTMLElement | undefined;

function release(): void {
  tapped?.removeAttribute('data-tapped');
}

function onClick(event: MouseEvent): void {
  const control = (event.target as Element).closest<HTMLAnchorElement | HTMLButtonElement>('a[href^="/"],button');
  if (!control) return;
  const { href } = control as HTMLAnchorElement;
  if (!href) {
    event.preventDefault();
    // React would carry out a tap on a page that it is just taking over, and the replay would do it a second time.
    event.stopPropagation();
    release();
    tapped = control;
    control.setAttribute('data-tapped', '');
  } else if (!href.includes('?') && location.search) {
    event.preventDefault();
    location.assign(href + location.search);
  }
}

document.addEventListener('click', onClick, true);

window.takeEarlyTap = () => {
  document.removeEventListener('click', onClick, true);
  release();
  window.takeEarlyTap = undefined;
  return tapped;
};
