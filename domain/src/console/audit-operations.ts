import { REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';

export const AUDIT_OPERATIONS = {
  'export-audit': {
    title: 'Export the audit',
    description:
      'Saves the entries as a CSV file, with the filters of the page. The export is recorded with your reason.',
    button: 'Export',
    roles: ['auditor'],
    isReadOnly: true,
    returnsFile: true,
    inputs: [
      { name: 'filters', kind: 'text', label: 'Filters as in the page’s address', isOptional: true, maxLength: 500 },
      REASON,
    ],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
