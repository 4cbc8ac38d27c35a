import { PARTNER_BUTTONS, type Partner } from './partners.ts';

/** Where the app asks for a link to a partner's survey. Not in paths.ts, which every page loads. */
export const entryLink =
  (partner: Partner) =>
  (did: string): string =>
    `${PARTNER_BUTTONS[partner].entryPath}/${encodeURIComponent(did)}`;
