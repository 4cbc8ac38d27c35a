/** The audit's entries as a file, for a reason that the audit keeps. */
import { southAfricanDate } from '@panel/domain/calendar';
import type { Implementation } from '../console/operation.ts';
import { csvText, inRand } from '../console/page-csv.ts';
import { readAudit } from './audit.ts';

const exportAudit: Implementation = {
  async perform({ deps, operator, values, at }) {
    const query = new URLSearchParams(values.filters ?? '');
    const { entries } = await readAudit({ deps, operator, query, at, isFile: true });
    // What was searched for may be about a person, and the audit is kept for years.
    for (const name of ['search', 'cursor']) query.delete(name);
    return {
      message: 'Exported.',
      file: { name: `audit-${southAfricanDate(at)}.csv`, content: csvText(inRand(entries.rows, 'amount')) },
      ...(query.size > 0 && { subject: query.toString() }),
    };
  },
};

export const auditOperations = {
  'export-audit': exportAudit,
};
