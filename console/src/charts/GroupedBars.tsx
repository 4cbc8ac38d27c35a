import { Chart, Legend, NothingToDraw, type SeriesProps } from './Chart.tsx';
import { round } from './scale.ts';
import seriesStyles from './series.module.css';

/** Bars side by side for each label, in the order of the legend. Below zero there is none. */
export function GroupedBars({ label, series, labels, format, isRate }: SeriesProps) {
  const max = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  if (max === 0) return <NothingToDraw />;
  return (
    <Chart
      label={label}
      height={200}
      high={max}
      isRate={isRate}
      format={format}
      labels={labels}
      rightOf={() => 8}
      legendOf={() => <Legend names={series.map(({ name }) => name)} />}
    >
      {({ x, y, bottom }) => {
        const bar = Math.min(18, ((x(1) - x(0)) * 0.72) / series.length);
        return series.map(({ name, values }, at) => (
          <g key={name} className={seriesStyles[`series${at + 1}`]}>
            {labels.map((each, index) => {
              const top = y(Math.max(0, values[index] ?? 0));
              return (
                <rect
                  key={each}
                  className={seriesStyles.fill}
                  x={round(x(index) + (at - series.length / 2) * bar + 0.5)}
                  y={round(top)}
                  width={round(bar - 1)}
                  height={round(bottom - top)}
                  rx="1.5"
                />
              );
            })}
          </g>
        ));
      }}
    </Chart>
  );
}
