/** Leaves the app's present page for another one. */
export const openPage = (href: string): void => window.location.assign(href);
