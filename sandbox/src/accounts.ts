/** Who can sign in to the console in a sandbox, and with which role. Money is decided by two people, so finance has two accounts. */
export const ACCOUNTS: Readonly<Record<string, string>> = {
  'support-1': 'support',
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
