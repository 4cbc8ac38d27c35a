/** Leaves the app for a partner's survey. */
export const openSurvey = (url: string): void => window.location.assign(url);
