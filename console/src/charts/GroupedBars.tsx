import { Axes, Legend, NothingToDraw, roomFor } from './Axes.tsx';
import chartStyles from './chart.module.css';
import { round, scaleOf, ticksBetween } from './scale.ts';
import { useWidth } from './use-width.ts';

type GroupedBarsProps = {
  label: string;
  names: readonly string[];
  groups: readonly { label: string; values: readonly number[] }[];
  format: (value: number) => string;
  height?: number;
};

/** Bars side by side for each month, in the order of the legend. */
export function GroupedBars({ label, names, groups, format, height = 200 }: GroupedBarsProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const max = Math.max(0, ...groups.flatMap(({ values }) => values));
  if (max === 0) return <NothingToDraw />;
  const ticks = ticksBetween(0, max);
  const frame = { left: roomFor(ticks.map(format)), right: width - 8, top: 10, bottom: height - 24 };
  const room = (frame.right - frame.left) / groups.length;
  const bar = Math.min(18, (room * 0.72) / names.length);
  const y = scaleOf([0, ticks.at(-1) ?? 1], [frame.bottom, frame.top]);
  const middle = (index: number) => frame.left + room * (index + 0.5);
  return (
    <div ref={box} className={chartStyles.chart}>
      <Legend names={names} />
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <Axes
          frame={frame}
          ticks={ticks}
          y={y}
          format={format}
          labels={groups.map(({ label: text }, index) => ({ x: middle(index), text }))}
        />
        {groups.map((group, index) =>
          group.values.map((value, at) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a series is known by its place.
              key={`${group.label} ${at}`}
              className={`${chartStyles.fill} ${chartStyles[`series${at + 1}`]}`}
              x={round(middle(index) + (at - names.length / 2) * bar + 0.5)}
              y={round(y(value))}
              width={round(bar - 1)}
              height={round(frame.bottom - y(value))}
              rx="1.5"
            />
          )),
        )}
      </svg>
    </div>
  );
}
