declare global {
  interface Window {
    /** Set by the page's inline script: ends its listening and returns the last button that was tapped before. */
    takeEarlyTap?: (() => HTMLElement | undefined) | undefined;
    /** Set by the same: loads the page anew once there is a connection, with what was entered. */
    reloadWithEntered?: () => void;
  }
}

/** Presses the button that was tapped before the app could react to it. */
export function replayEarlyTap(): void {
  window.takeEarlyTap?.()?.click();
}
