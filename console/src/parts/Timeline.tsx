import type { ReactNode } from 'react';

type TimelineEntry = {
  key: string;
  when: string;
  what: ReactNode;
  why?: ReactNode;
  tone?: 'good' | 'wait' | 'bad' | undefined;
};

export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className="timeline">
    {entries.map(({ key, when, what, why, tone }) => (
      <li key={key} className={tone && `is-${tone}`}>
        <span className="timeline__when">{when}</span>
        <div>
          <b>{what}</b>
          {why && <p>{why}</p>}
        </div>
      </li>
    ))}
  </ol>
);
