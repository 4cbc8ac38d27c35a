/** Reloads the current page. */
export const reloadPage = (): void => window.location.reload();
