declare global {
  interface Window {
    /** Set by the page's inline script: stops listening and returns the last button that was tapped so far. */
    takeEarlyTap?: (() => HTMLElement | undefined) | undefined;
    /** Set by the same script: reloads the page once there is a connection, with what was entered. */
    reloadWithEntered?: () => void;
  }
}

/** Presses the button that was tapped before the app was ready. */
export function replayEarlyTap(): void {
  window.takeEarlyTap?.()?.click();
}
