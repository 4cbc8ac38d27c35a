import { Chart, NothingToDraw, roomFor, type SeriesProps } from './Chart.tsx';
import { points, round, spread } from './scale.ts';
import seriesStyles from './series.module.css';

/** Areas on top of each other, the first one at the bottom, with a hairline between them. */
export function StackedAreas({ label, series, labels, format }: SeriesProps) {
  const upTo = (index: number, at: number) =>
    series.slice(0, index).reduce((sum, each) => sum + (each.values[at] ?? 0), 0);
  const totals = labels.map((_, at) => upTo(series.length, at));
  if (totals.every((total) => total === 0)) return <NothingToDraw />;
  const end = labels.length - 1;
  return (
    <Chart
      label={label}
      height={230}
      high={Math.max(...totals)}
      format={format}
      labels={labels}
      isInset
      rightOf={() => roomFor(series.map(({ name }) => name))}
    >
      {({ x, y, right, bottom }) => {
        const middles = series.map((_, index) => y((upTo(index, end) + upTo(index + 1, end)) / 2));
        const labelled = spread(middles, 16, bottom);
        return series.map((each, index) => {
          const edge = (below: number) => labels.map((_, at) => [x(at), y(upTo(below, at))] as const);
          return (
            <g key={each.name} className={seriesStyles[`series${index + 1}`]}>
              <path className={seriesStyles.apart} d={`M${points([...edge(index + 1), ...edge(index).reverse()])}z`} />
              <text className={seriesStyles.endLabel} x={right + 8} y={round(labelled[index] ?? 0) + 4}>
                <tspan className={seriesStyles.seriesName}>{each.name}</tspan>
              </text>
            </g>
          );
        });
      }}
    </Chart>
  );
}
