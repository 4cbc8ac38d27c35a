import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { count, month, percent, share } from '../format.ts';
import tableStyles from '../parts/DataTable.module.css';
import { HeatTable, heatClass } from './HeatTable.tsx';

/** Shares from here on have the strongest colour. */
const STRONGEST_FROM = 0.9;

type CohortGridProps = { cohorts: PanelPageData['cohorts']; isPlain: boolean };

/** Sign-up months: what they reached so far, and how many were active in each month after. */
export function CohortGrid({ cohorts, isPlain }: CohortGridProps) {
  const months = Math.max(0, ...cohorts.map(({ active }) => active.length));
  const cell = (key: string, part: number, people: number) => {
    const value = share(part, people);
    return (
      <td key={key} className={isPlain ? tableStyles.number : heatClass(value, STRONGEST_FROM)}>
        {percent(value, 0)}
      </td>
    );
  };
  const monthsAfter = Array.from({ length: months }, (_, index) => index + 1);
  return (
    <HeatTable
      label="Cohorts by sign-up month"
      caption="Cohorts by sign-up month, as shares of the people who signed up in it"
    >
      <colgroup span={2} />
      <colgroup span={3} />
      {months > 0 && <colgroup span={months} />}
      <thead>
        <tr>
          <td colSpan={2} />
          <th scope="colgroup" colSpan={3}>
            Reached so far
          </th>
          {months > 0 && (
            <th scope="colgroup" colSpan={months}>
              Active in the month after sign-up
            </th>
          )}
        </tr>
        <tr>
          <th scope="col">Signed up in</th>
          {['People', 'Profiled', 'First complete', 'First withdrawal', ...monthsAfter].map((head) => (
            <th key={head} scope="col" className={tableStyles.number}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ month: of, people, profiled, completed, withdrew, active }) => (
          <tr key={of}>
            <th scope="row">{month(of)}</th>
            <td className={tableStyles.number}>{count(people)}</td>
            {cell('profiled', profiled, people)}
            {cell('completed', completed, people)}
            {cell('withdrew', withdrew, people)}
            {monthsAfter.map((after) => {
              const part = active[after - 1];
              return part === undefined ? <td key={after} /> : cell(String(after), part, people);
            })}
          </tr>
        ))}
      </tbody>
    </HeatTable>
  );
}
