/** Loads the present page anew. */
export const reloadPage = (): void => window.location.reload();
