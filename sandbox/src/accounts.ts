/** The console's accounts in a sandbox, one per role; finance and support have two, because two people decide on money and exports. */
export const OPERATOR_ACCOUNTS: Readonly<Record<string, string>> = {
  'support-1': 'support',
  'support-2': 'support',
  'fieldwork-1': 'fieldwork',
  'finance-1': 'finance',
  'finance-2': 'finance',
  'auditor-1': 'auditor',
};

/** Lists each account with its role, for a person to read. */
export const accountList = (): string =>
  Object.entries(OPERATOR_ACCOUNTS)
    .map(([account, role]) => `${account} (${role})`)
    .join(', ');
