import { Axes, NothingToDraw, roomFor } from './Axes.tsx';
import chartStyles from './chart.module.css';
import type { Series } from './LineChart.tsx';
import { points, round, scaleOf, spread, ticksBetween } from './scale.ts';
import { useWidth } from './use-width.ts';

type StackedLiabilityProps = {
  label: string;
  /** The first one at the bottom. */
  series: readonly (Series & { values: readonly number[] })[];
  labels: readonly string[];
  format: (value: number) => string;
};

const HEIGHT = 230;

/** Areas on top of each other, with a hairline between them. */
export function StackedLiability({ label, series, labels, format }: StackedLiabilityProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const upTo = (index: number, at: number) =>
    series.slice(0, index).reduce((sum, each) => sum + (each.values[at] ?? 0), 0);
  const totals = labels.map((_, at) => upTo(series.length, at));
  if (totals.every((total) => total === 0)) return <NothingToDraw />;
  const ticks = ticksBetween(0, Math.max(...totals, 1));
  const frame = {
    left: roomFor(ticks.map(format)),
    right: width - roomFor(series.map(({ name }) => name)),
    top: 10,
    bottom: HEIGHT - 24,
  };
  const x = scaleOf([0, labels.length - 1], [frame.left, frame.right]);
  const y = scaleOf([0, ticks.at(-1) ?? 1], [frame.bottom, frame.top]);
  const end = labels.length - 1;
  const middles = series.map((_, index) => y((upTo(index, end) + upTo(index + 1, end)) / 2));
  const labelled = spread(middles, 16, frame.bottom);
  return (
    <div ref={box} className={chartStyles.chart}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        <Axes
          frame={frame}
          ticks={ticks}
          y={y}
          format={format}
          labels={labels.map((text, index) => ({ x: x(index), text }))}
          isInset
        />
        {series.map((each, index) => {
          const top = labels.map((_, at) => [x(at), y(upTo(index + 1, at))] as const);
          const bottom = labels.map((_, at) => [x(at), y(upTo(index, at))] as const).reverse();
          return (
            <g key={each.name} className={chartStyles[`series${index + 1}`]}>
              <path className={chartStyles.apart} d={`M${points([...top, ...bottom])}z`} />
              <text className={chartStyles.endLabel} x={frame.right + 8} y={round(labelled[index] ?? 0) + 4}>
                <tspan className={chartStyles.seriesName}>{each.name}</tspan>
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
