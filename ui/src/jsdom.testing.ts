/** The parts of a browser that jsdom lacks, or has only slowly, for the tests of every app. */
import { configure, prettyDOM } from '@testing-library/react';
import { vi } from 'vitest';

const NEVER_SHOWN = new Set(['HEAD', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);

/**
 * Testing Library asks for styles to see what a screen reader skips. jsdom would match its default style sheet against every element,
 * which takes half of a test's time. No other style sheet is loaded here, so only attributes hide an element.
 */
function computedStyle(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const isHidden =
    element.hasAttribute('hidden') ||
    NEVER_SHOWN.has(element.tagName) ||
    (element.tagName === 'DIALOG' && !element.hasAttribute('open')) ||
    (element.tagName !== 'SUMMARY' && element.parentElement?.matches('details:not([open])') === true);
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

/** Adds the page to the message only when the message is read: most of these errors are thrown away by a later try. */
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
