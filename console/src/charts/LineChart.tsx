import { Chart, Legend, NothingToDraw, roomFor, SeriesLine, type SeriesProps } from './Chart.tsx';
import { points, round, spread } from './scale.ts';
import seriesStyles from './series.module.css';

const LABEL_GAP = 16;

/** Lines over time, each named where it ends. */
export function LineChart({ label, series, labels, format, isRate }: SeriesProps) {
  const values = series.flatMap((each) => each.values.filter((value) => value !== null));
  if (values.length === 0) return <NothingToDraw />;
  const ends = series.map(({ name, values: all }) => {
    const value = all.findLast((each) => each !== null) ?? 0;
    return { name, value, text: format(value) };
  });
  return (
    <Chart
      label={label}
      height={220}
      low={isRate ? Math.min(...values) : 0}
      high={Math.max(...values)}
      isRate={isRate}
      format={format}
      labels={labels}
      isInset
      rightOf={(isNarrow) => roomFor(ends.map(({ name, text }) => (isNarrow ? text : `${name} ${text}`)))}
      legendOf={(isNarrow) => isNarrow && <Legend names={series.map(({ name }) => name)} isOfLines />}
    >
      {({ x, y, right, bottom, isNarrow }) => {
        const labelled = spread(
          ends.map(({ value }) => y(value)),
          LABEL_GAP,
          bottom,
        );
        return series.map((each, index) => {
          const drawn = each.values.flatMap((value, at) => (value === null ? [] : [[x(at), y(value)] as const]));
          const end = drawn.at(-1);
          return (
            <g key={each.name} className={seriesStyles[`series${index + 1}`]}>
              <SeriesLine index={index} d={`M${points(drawn)}`} />
              {end && <circle className={seriesStyles.apart} cx={round(end[0])} cy={round(end[1])} r="4" />}
              <text className={seriesStyles.endLabel} x={right + 10} y={round(labelled[index] ?? 0) + 4}>
                {!isNarrow && <tspan className={seriesStyles.seriesName}>{each.name} </tspan>}
                <tspan>{ends[index]?.text}</tspan>
              </text>
            </g>
          );
        });
      }}
    </Chart>
  );
}
