import { Axes, NothingToDraw, roomFor } from './Axes.tsx';
import chartStyles from './chart.module.css';
import { points, round, scaleOf, spread, ticksBetween } from './scale.ts';
import { useWidth } from './use-width.ts';

export type Series = { name: string; values: readonly (number | null)[] };

type LineChartProps = {
  label: string;
  series: readonly Series[];
  /** One for each value. */
  labels: readonly string[];
  format: (value: number) => string;
  formatTick?: (value: number) => string;
  /** A rate over time begins at its lowest tick; everything else at 0. */
  isRate?: boolean;
  height?: number;
};

const LABEL_GAP = 16;
/** Under this width the names stand below their values' place: the lines need the room. */
const NARROW = 520;

/** Lines over time, each named where it ends. */
export function LineChart({
  label,
  series,
  labels,
  format,
  formatTick = format,
  isRate = false,
  height = 220,
}: LineChartProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const values = series.flatMap((each) => each.values.filter((value) => value !== null));
  if (values.length === 0) return <NothingToDraw />;
  const ticks = ticksBetween(isRate ? Math.min(...values) : 0, Math.max(...values, isRate ? 0 : 1));
  const isNarrow = width < NARROW;
  const last = ({ values: all }: Series) => all.findLast((value) => value !== null) ?? 0;
  const ends = series.map((each) => ({ name: each.name, value: format(last(each)) }));
  const right = isNarrow
    ? roomFor(ends.map(({ value }) => value))
    : roomFor(ends.map(({ name, value }) => `${name} ${value}`));
  const frame = { left: roomFor(ticks.map(formatTick)), right: width - right, top: 10, bottom: height - 24 };
  const x = scaleOf([0, labels.length - 1], [frame.left, frame.right]);
  const y = scaleOf([ticks[0] ?? 0, ticks.at(-1) ?? 1], [frame.bottom, frame.top]);
  const labelled = spread(
    series.map((each) => y(last(each))),
    LABEL_GAP,
    frame.bottom,
  );
  return (
    <div ref={box} className={chartStyles.chart}>
      {isNarrow && <NarrowLegend names={series.map(({ name }) => name)} />}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <Axes
          frame={frame}
          ticks={ticks}
          y={y}
          format={formatTick}
          labels={labels.map((text, index) => ({ x: x(index), text }))}
          isInset
        />
        {series.map((each, index) => {
          const drawn = each.values.flatMap((value, at) => (value === null ? [] : [[x(at), y(value)] as const]));
          const end = drawn.at(-1);
          return (
            <g key={each.name} className={chartStyles[`series${index + 1}`]}>
              <path
                className={`${chartStyles.line} ${chartStyles[`dash${index + 1}`] ?? ''}`}
                d={`M${points(drawn)}`}
              />
              {end && <circle className={chartStyles.apart} cx={round(end[0])} cy={round(end[1])} r="4" />}
              <text className={chartStyles.endLabel} x={frame.right + 10} y={round(labelled[index] ?? 0) + 4}>
                {!isNarrow && <tspan className={chartStyles.seriesName}>{each.name} </tspan>}
                <tspan>{ends[index]?.value}</tspan>
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const NarrowLegend = ({ names }: { names: readonly string[] }) => (
  <ul className={chartStyles.legend}>
    {names.map((name, index) => (
      <li key={name} className={chartStyles[`series${index + 1}`]}>
        <svg className={chartStyles.dashSwatch} width="22" height="10" aria-hidden="true">
          <path className={`${chartStyles.line} ${chartStyles[`dash${index + 1}`] ?? ''}`} d="M1 5h20" />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
