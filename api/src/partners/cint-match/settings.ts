import { atSandbox, kinds } from '../../platform/setting-kinds.ts';
import { setting } from '../../platform/settings.ts';
import { callbackNetworks, type PartnerTable } from '../partner.ts';

export const CINT_MATCH_SETTINGS = {
  url: setting('CINT_MATCH_URL', kinds.address, {
    default: 'https://www.samplicio.us/s/default.aspx',
    sandbox: atSandbox('/cint-match/s/default.aspx'),
  }),
  sid: setting('CINT_MATCH_SID', kinds.account('sandbox')),
  secret: setting('CINT_MATCH_SECRET', kinds.secret(), { about: 'Signs entry links and return links.' }),
  pushSecret: setting('CINT_MATCH_PUSH_SECRET', kinds.secret({ minLength: 16 }), {
    about: 'Part of the address of its pushes, which you make: the only protection of that address.',
  }),
  clid: setting('CINT_CLID', kinds.account('9'), { about: 'The country and language of surveys.' }),
  sendsRouterPid: setting('CINT_MATCH_ROUTER_ID', kinds.onOff, {
    default: 'off',
    about:
      'Cint asks suppliers who use its router and Match together to send the router’s id of the panelist (ys_uuid) in Match links. Off: each partner has a pseudonym of its own, and they can’t be compared.',
  }),
  networks: callbackNetworks('CINT_MATCH_NETWORKS'),
} satisfies PartnerTable;
