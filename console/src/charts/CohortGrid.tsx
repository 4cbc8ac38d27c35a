import type { PanelPage } from '@panel/domain/console/panel-pages';
import { count, month, percent, share } from '../format.ts';
import { Scroller } from '../parts/DataTable.tsx';
import { heatOf } from './heat.ts';

/** Shares from here on have the strongest colour. */
const STRONGEST_FROM = 0.9;

type CohortGridProps = { cohorts: PanelPage['cohorts']; isPlain: boolean };

/** Sign-up months: what they reached so far, and how many were active in each month after. */
export function CohortGrid({ cohorts, isPlain }: CohortGridProps) {
  const months = Math.max(0, ...cohorts.map(({ active }) => active.length));
  const cell = (key: string, part: number, people: number) => {
    const value = share(part, people);
    return (
      <td key={key} className={isPlain ? 'number' : `number ${heatOf(value, STRONGEST_FROM)}`}>
        {percent(value, 0)}
      </td>
    );
  };
  const monthsAfter = Array.from({ length: months }, (_, index) => index + 1);
  return (
    <Scroller label="Cohorts by sign-up month">
      <table className="table table--pinned heat">
        <caption>Cohorts by sign-up month, shares of the people who signed up in it</caption>
        <colgroup span={2} />
        <colgroup span={3} />
        {months > 0 && <colgroup span={months} />}
        <thead>
          <tr className="groups">
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
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month: of, people, profiled, completed, withdrew, active }) => (
            <tr key={of}>
              <th scope="row">{month(of)}</th>
              <td className="number">{count(people)}</td>
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
      </table>
    </Scroller>
  );
}
