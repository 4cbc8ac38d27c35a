import { atSandbox, kinds, textLike } from '../../platform/setting-kinds.ts';
import { setting } from '../../platform/settings.ts';
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
  url: setting('CINT_ROUTER_URL', kinds.address, {
    default: 'https://www.your-surveys.com/',
    sandbox: atSandbox('/cint-router/'),
  }),
  supplier: setting('CINT_ROUTER_SUPPLIER', kinds.account('sandbox')),
  secret: setting('CINT_ROUTER_SECRET', kinds.secret({ issuedBy: 'cint-router' }), { about: 'Signs entry links.' }),
  apiKey: setting('CINT_ROUTER_API_KEY', kinds.secret({ issuedBy: 'cint-router' }), { about: 'Signs its callbacks.' }),
  // Suppliers name the parameters of their callbacks themselves.
  amountParameter: setting(
    'CINT_ROUTER_AMOUNT',
    textLike(
      `the name of a parameter other than ${TAKEN.join(', ')}`,
      (value) => /^\w+$/.test(value) && !TAKEN.includes(value),
    ),
    {
      default: 'cpi',
      about:
        'The parameter of your callback address with the price of a complete, in dollars. Not one of the partner’s parameters, such as ssi.',
    },
  ),
  // Off for a live panel: YourSurveys lists surveys only for panelists whose e-mail address it knows, unless it agreed otherwise.
  listUrl: setting('CINT_ROUTER_LIST_URL', kinds.address, {
    default: '',
    sandbox: atSandbox('/cint-router/suppliers_api/surveys'),
    about:
      'Where the router lists a panelist’s surveys with their prices, such as https://www.your-surveys.com/suppliers_api/surveys. Empty: the router has only its button. Ask the partner first: its documents want an e-mail address, which we don’t have.',
  }),
  networks: callbackNetworks('CINT_ROUTER_NETWORKS'),
} satisfies PartnerTable;
