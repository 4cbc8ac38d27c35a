import type { PageName, Role } from '@panel/domain/console/pages';

export const PAGE_TITLES: Readonly<Record<PageName, string>> = {
  today: 'Today',
  panel: 'Panel',
  quality: 'Quality',
  sample: 'Sample',
  partners: 'Partners',
  codes: 'Status codes',
  money: 'Money',
  settlement: 'Issuer settlement',
  statement: 'Partner statements',
  people: 'People',
  disputes: 'Disputes',
  audit: 'Audit',
  proposal: 'Proposal',
  sessions: 'Sessions',
};
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  support: 'Support',
  fieldwork: 'Fieldwork',
  finance: 'Finance',
  auditor: 'Auditor',
};
export const pageHref = (page: PageName): string => `/${page}`;
