import { Chart, Legend, NothingToDraw } from './Chart.tsx';
import chartStyles from './chart.module.css';
import { round, ticksBetween } from './scale.ts';

type GroupedBarsProps = {
  label: string;
  names: readonly string[];
  groups: readonly { label: string; values: readonly number[] }[];
  format: (value: number) => string;
};

/** Bars side by side for each month, in the order of the legend. */
export function GroupedBars({ label, names, groups, format }: GroupedBarsProps) {
  const max = Math.max(0, ...groups.flatMap(({ values }) => values));
  if (max === 0) return <NothingToDraw />;
  return (
    <Chart
      label={label}
      height={200}
      ticks={ticksBetween(0, max)}
      format={format}
      labels={groups.map((group) => group.label)}
      rightOf={() => 8}
      legendOf={() => <Legend names={names} />}
    >
      {({ x, y, bottom }) => {
        const bar = Math.min(18, ((x(1) - x(0)) * 0.72) / names.length);
        return groups.map((group, index) =>
          group.values.map((value, at) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a series is known by its place.
              key={`${group.label} ${at}`}
              className={`${chartStyles.fill} ${chartStyles[`series${at + 1}`]}`}
              x={round(x(index) + (at - names.length / 2) * bar + 0.5)}
              y={round(y(value))}
              width={round(bar - 1)}
              height={round(bottom - y(value))}
              rx="1.5"
            />
          )),
        );
      }}
    </Chart>
  );
}
