import { count } from '../format.ts';
import { Bar } from './Bar.tsx';

type Stage = { name: string; value: number; remark?: string };

/** Each stage's bar against the first one's. */
export function Funnel({ stages, series }: { stages: readonly Stage[]; series: 1 | 2 | 3 }) {
  const first = stages[0]?.value || 1;
  return (
    <ol className="funnel">
      {stages.map(({ name, value, remark }) => (
        <li key={name}>
          <div className="funnel__row">
            <b>{name}</b>
            {remark && <span className="faint">{remark}</span>}
            <span className="figure">{count(value)}</span>
          </div>
          <Bar share={value / first} series={series} />
        </li>
      ))}
    </ol>
  );
}
