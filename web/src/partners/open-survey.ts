/** Leaves the app for a partner's survey. */
export const openSurvey = (url: string): void => window.location.assign(url);

const ADDRESS = /^(https?:)\/\/[^\s\p{Cc}/?#\\@]+([/?#][^\s\p{Cc}\\]*)?$/iu;

/**
 * Whether a survey may be opened at an address: over https, or over http if this page is; without a user name, and without
 * characters that browsers drop or replace. The server has checked the host.
 */
export const isSurveyAddress = (
  url: unknown,
  { protocol }: Pick<Location, 'protocol'> = window.location,
): url is string => {
  const [, scheme] = (typeof url === 'string' && ADDRESS.exec(url)) || [];
  return scheme !== undefined && ['https:', protocol].includes(scheme.toLowerCase());
};
