import chartStyles from './chart.module.css';
import { labelsThatFit, round, textWidth } from './scale.ts';

type Frame = { left: number; right: number; top: number; bottom: number };

type AxesProps = {
  frame: Frame;
  ticks: readonly number[];
  y: (value: number) => number;
  format: (value: number) => string;
  /** The places along the bottom. */
  labels: readonly { x: number; text: string }[];
  /** The first and last labels stand over the ends of the lines, not centred under them. */
  isInset?: boolean;
};

/** Grid lines with their values on the left, and what is below. */
export function Axes({ frame, ticks, y, format, labels, isInset = false }: AxesProps) {
  const anchorOf = (index: number) => {
    if (!isInset) return 'middle';
    if (index === labels.length - 1) return 'end';
    return index === 0 ? 'start' : 'middle';
  };
  const fitting = labelsThatFit(labels.map((label, index) => ({ ...label, anchor: anchorOf(index) })));
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? chartStyles.axis : chartStyles.gridLine}
            x1={frame.left}
            x2={frame.right}
            y1={round(y(tick))}
            y2={round(y(tick))}
          />
          <text x={frame.left - 8} y={round(y(tick)) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {fitting.map(({ x, text, anchor }) => (
        <text key={x} x={round(x)} y={frame.bottom + 18} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Room for the longest of these, and a gap. */
export const roomFor = (texts: readonly string[]): number => Math.max(0, ...texts.map(textWidth)) + 14;

/** Shown instead of an empty chart. */
export const NothingToDraw = () => <p className={chartStyles.empty}>No data yet.</p>;

/** What the colours mean, if there is no room for labels in the chart. */
export const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className={chartStyles.legend}>
    {names.map((name, index) => (
      <li key={name}>
        <span className={`${chartStyles.swatch} ${chartStyles[`series${index + 1}`]}`} />
        {name}
      </li>
    ))}
  </ul>
);
