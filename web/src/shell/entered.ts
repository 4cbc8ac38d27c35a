/* Input from before the app had loaded, kept in the page's history entry while the page reloads. */

/** Also keeps the scroll position, which the app then restores. */
export function keepEntered(): void {
  const form = document.querySelector('form');
  const entered = form ? Array.from(new FormData(form)) : [];
  window.history.replaceState({ ...window.history.state, y: window.scrollY, entered }, '');
}

/** Once: later input is in the draft. */
export function restoreEntered(): void {
  const { state } = window.history;
  const entered = state?.entered;
  if (!entered) return;
  window.history.replaceState({ ...state, entered: undefined }, '');
  for (const [name, value] of entered)
    for (const field of document.getElementsByName(name) as NodeListOf<HTMLInputElement>) {
      if (!/checkbox|radio/.test(field.type)) field.value = value;
      else if (field.value === value) field.checked = true;
    }
}
