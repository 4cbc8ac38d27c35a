/** Who can sign in to the console in a sandbox, and with which role. Money and exports are decided by two people, so finance and support have two accounts. */
export const ACCOUNTS: Readonly<Record<string, string>> = {
  'support-1': 'support',
  'support-2': 'support',
  'fieldwork-1': 'fieldwork',
  'finance-1': 'finance',
  'finance-2': 'finance',
  'auditor-1': 'auditor',
};

/** For a person to read: each account with its role. */
export const accountList = (): string =>
  Object.entries(ACCOUNTS)
    .map(([account, role]) => `${account} (${role})`)
    .join(', ');
