/** The parts of a browser that jsdom lacks, or has only slowly, for the tests of every app. */
import { configure, prettyDOM } from '@testing-library/react';
import { vi } from 'vitest';

const NEVER_SHOWN = new Set(['HEAD', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);

/**
 * The styles by which Testing Library tells what a screen reader skips. jsdom would match every rule of its default style sheet against
 * every element, which takes half of a test's time; no other style sheet is loaded here, so attributes alone hide an element.
 */
function computedStyle(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const isHidden =
    element.hasAttribute('hidden') ||
    NEVER_SHOWN.has(element.tagName) ||
    (element.tagName === 'DIALOG' && !element.hasAttribute('open'));
  const values: Readonly<Record<string, string>> = {
    content: 'none',
    display: isHidden ? 'none' : style.display || 'block',
    'pointer-events': style.pointerEvents || 'auto',
    visibility: style.visibility || 'visible',
  };
  const { display, visibility } = values;
  return {
    display,
    visibility,
    pointerEvents: values['pointer-events'],
    getPropertyValue: (name: string) => values[name] ?? '',
  } as CSSStyleDeclaration;
}

/** Has the page in its message once that is read: most errors of this kind are thrown away, because what was not found is there soon. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  Object.defineProperty(error, 'message', { get, configurable: true });
  return error;
}

export function completeJsdom(): void {
  // Waiting for a condition must not fail on a busy machine.
  configure({ asyncUtilTimeout: 30_000, getElementError: elementError });
  window.getComputedStyle = computedStyle;
  window.scrollTo = vi.fn();
  window.scrollBy = vi.fn();
  Element.prototype.scrollIntoView ??= () => undefined;
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector('button')?.focus();
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}
