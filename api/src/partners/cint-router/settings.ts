import { callbackNetworks, type PartnerTable } from '../partner.ts';

/** The parameters of a callback that change its meaning, other than the amount. */
export const ROUTER_PARAMETERS = {
  session: 'ssi',
  status: 'status',
  survey: 'survey_id',
  transaction: 'txn_id',
  signature: 'signature_hmac_sha',
} as const;
const TAKEN: readonly string[] = Object.values(ROUTER_PARAMETERS);

export const CINT_ROUTER_SETTINGS = {
  url: { name: 'CINT_ROUTER_URL', kind: 'address', live: 'https://www.your-surveys.com/', sandbox: '/cint-router/' },
  supplier: { name: 'CINT_ROUTER_SUPPLIER', kind: 'text', sandbox: 'sandbox' },
  secret: { name: 'CINT_ROUTER_SECRET', kind: 'secret', issuedBy: 'cint-router', about: 'Signs entry links.' },
  apiKey: { name: 'CINT_ROUTER_API_KEY', kind: 'secret', issuedBy: 'cint-router', about: 'Signs its callbacks.' },
  // Suppliers name the parameters of their callbacks themselves.
  amountParameter: {
    name: 'CINT_ROUTER_AMOUNT',
    kind: 'text',
    live: 'cpi',
    about:
      'The parameter of your callback address with the price of a complete, in dollars. Not one of the partner’s parameters, such as ssi.',
    fault: (value) =>
      /^\w+$/.test(value) && !TAKEN.includes(value)
        ? null
        : `must be the name of a parameter other than ${TAKEN.join(', ')}`,
  },
  // Off for a live panel: YourSurveys lists surveys only for panelists whose e-mail address it knows, unless it agreed otherwise.
  listUrl: {
    name: 'CINT_ROUTER_LIST_URL',
    kind: 'address',
    live: '',
    sandbox: '/cint-router/suppliers_api/surveys',
    example: 'https://www.your-surveys.com/suppliers_api/surveys',
    about:
      'Where the router lists a panelist’s surveys with their prices. Empty: the router has only its button. Ask the partner first: its documents want an e-mail address, which we don’t have.',
  },
  networks: callbackNetworks('CINT_ROUTER_NETWORKS'),
} as const satisfies PartnerTable;
