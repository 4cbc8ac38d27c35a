import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { month, percent, share } from '../format.ts';
import { DataTable } from '../parts/DataTable.tsx';

/** Shares from here on have the strongest colour. */
const STRONGEST_FROM = 0.9;

type Cohort = PanelPageData['cohorts'][number];
type CohortGridProps = { cohorts: readonly Cohort[]; isPlain: boolean };

/** Sign-up months: what they reached so far, and how many were active in each month after. */
export function CohortGrid({ cohorts, isPlain }: CohortGridProps) {
  const months = Math.max(0, ...cohorts.map(({ active }) => active.length));
  const column = (head: string, partOf: (cohort: Cohort) => number | undefined) => ({
    head,
    value: (cohort: Cohort) => {
      const part = partOf(cohort);
      return part === undefined ? undefined : share(part, cohort.people);
    },
    format: (value: number) => percent(value, 0),
    strongestFrom: isPlain ? undefined : STRONGEST_FROM,
  });
  return (
    <DataTable
      caption="Cohorts by sign-up month, as shares of the people who signed up in it"
      isHeat
      columnGroups={[
        { head: '', span: 2 },
        { head: 'Reached so far', span: 3 },
        ...(months > 0 ? [{ head: 'Active in the month after sign-up', span: months }] : []),
      ]}
      rows={cohorts}
      rowKey={(cohort) => cohort.month}
      columns={[
        { head: 'Signed up in', cell: (cohort) => month(cohort.month) },
        { head: 'People', value: ({ people }) => people },
        column('Profiled', ({ profiled }) => profiled),
        column('First complete', ({ completed }) => completed),
        column('First withdrawal', ({ withdrew }) => withdrew),
        ...Array.from({ length: months }, (_, index) => column(String(index + 1), ({ active }) => active[index])),
      ]}
    />
  );
}
