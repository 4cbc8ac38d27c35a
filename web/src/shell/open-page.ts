/** Leaves the app's current page for another one. */
export const openPage = (href: string): void => window.location.assign(href);
