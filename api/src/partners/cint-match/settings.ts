import { atSandbox, kinds } from '../../platform/setting-kinds.ts';
import { callbackNetworks, type PartnerTable } from '../partner.ts';

export const CINT_MATCH_SETTINGS = {
  url: {
    name: 'CINT_MATCH_URL',
    kind: kinds.address,
    default: 'https://www.samplicio.us/s/default.aspx',
    sandbox: atSandbox('/cint-match/s/default.aspx'),
  },
  sid: { name: 'CINT_MATCH_SID', kind: kinds.account('sandbox') },
  secret: { name: 'CINT_MATCH_SECRET', kind: kinds.secret(), about: 'Signs entry links and return links.' },
  pushSecret: {
    name: 'CINT_MATCH_PUSH_SECRET',
    kind: kinds.secret({ minLength: 16 }),
    about: 'Part of the address of its pushes, which you make: the only protection of that address.',
  },
  clid: { name: 'CINT_CLID', kind: kinds.account('9'), about: 'The country and language of surveys.' },
  sendsRouterPid: {
    name: 'CINT_MATCH_ROUTER_ID',
    kind: kinds.onOff,
    default: 'off',
    about:
      'Cint asks suppliers who use its router and Match together to send the router’s id of the panelist (ys_uuid) in Match links. Off: each partner has a pseudonym of its own, and they can’t be compared.',
  },
  networks: callbackNetworks('CINT_MATCH_NETWORKS'),
} as const satisfies PartnerTable;
