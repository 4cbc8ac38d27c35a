import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { percent } from '../format.ts';
import { labelsThatFit, round, scaleOf, textWidth, ticksBetween } from './scale.ts';
import seriesStyles from './series.module.css';

/** Figures over time. */
export type SeriesProps = {
  label: string;
  series: readonly { name: string; values: readonly (number | null)[] }[];
  /** One for each value. */
  labels: readonly string[];
  format: (value: number) => string;
  /** A share: its ticks are whole percents, and lines begin at the lowest one. Other ticks are whole numbers from 0 on. */
  isRate?: boolean | undefined;
};

/** Without a layout, as in a test. */
const UNMEASURED = 640;
/** Under this width the lines need the room that names would take. */
const NARROW = 520;
const TOP = 10;

type Frame = {
  /** The place of a label along the bottom. */
  x: (index: number) => number;
  y: (value: number) => number;
  right: number;
  bottom: number;
  isNarrow: boolean;
};

type ChartProps = {
  label: string;
  height: number;
  /** The range of the values. */
  low?: number;
  high: number;
  isRate?: SeriesProps['isRate'];
  format: (value: number) => string;
  /** Along the bottom. */
  labels: readonly string[];
  /** The first and last labels stand over the ends of the lines; otherwise each is in the middle of its share. */
  isInset?: boolean;
  /** The room to the right of the drawing. */
  rightOf: (isNarrow: boolean) => number;
  legendOf?: (isNarrow: boolean) => ReactNode;
  children: (frame: Frame) => ReactNode;
};

/** Grid lines with their values on the left, labels below. Everything is drawn at its real size, so that letters keep theirs. */
export function Chart(props: ChartProps) {
  const { label, height, low = 0, high, isRate, labels, isInset = false, rightOf, legendOf, children } = props;
  const format = isRate ? (value: number) => percent(value, 0) : props.format;
  const ticks = ticksBetween(low, high, isRate ? 0.01 : 1);
  const [box, width] = useWidth();
  const isNarrow = width < NARROW;
  const [left, right, bottom] = [roomFor(ticks.map(format)), width - rightOf(isNarrow), height - 24];
  const share = (right - left) / labels.length;
  const x = isInset ? scaleOf([0, labels.length - 1], [left, right]) : (index: number) => left + share * (index + 0.5);
  const y = scaleOf([ticks[0] ?? 0, ticks.at(-1) ?? 1], [bottom, TOP]);
  const anchorOf = (index: number) => {
    if (!isInset) return 'middle';
    if (index === labels.length - 1) return 'end';
    return index === 0 ? 'start' : 'middle';
  };
  const placed = labels.map((text, index) => ({ x: x(index), text, anchor: anchorOf(index) }) as const);
  return (
    <div ref={box} className={seriesStyles.chart}>
      {legendOf?.(isNarrow)}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              className={tick === 0 ? seriesStyles.axis : seriesStyles.gridLine}
              x1={left}
              x2={right}
              y1={round(y(tick))}
              y2={round(y(tick))}
            />
            <text x={left - 8} y={round(y(tick)) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {labelsThatFit(placed).map(({ x: at, text, anchor }) => (
          <text key={at} x={round(at)} y={bottom + 18} textAnchor={anchor}>
            {text}
          </text>
        ))}
        {children({ x, y, right, bottom, isNarrow })}
      </svg>
    </div>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setWidth(Math.max(element.clientWidth, 200));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

/** Room for the longest of these, and a gap. */
export const roomFor = (texts: readonly string[]): number => Math.max(0, ...texts.map(textWidth)) + 14;

/** Shown instead of an empty chart. */
export const NothingToDraw = () => <p className={seriesStyles.empty}>No data yet.</p>;

/** Series differ by their dashes too. */
const DASHES = [undefined, '9 3 2 3', '6 4', '2 4'];
export const SeriesLine = ({ index, d }: { index: number; d: string }) => (
  <path className={seriesStyles.line} strokeDasharray={DASHES[index]} d={d} />
);

/** What the colours mean, if the chart has no room for labels. */
export const Legend = ({ names, isOfLines = false }: { names: readonly string[]; isOfLines?: boolean }) => (
  <ul className={seriesStyles.legend}>
    {names.map((name, index) => (
      <li key={name} className={seriesStyles[`series${index + 1}`]}>
        {isOfLines ? (
          <svg className={seriesStyles.dashSwatch} width="22" height="10" aria-hidden="true">
            <SeriesLine index={index} d="M1 5h20" />
          </svg>
        ) : (
          <span className={seriesStyles.swatch} />
        )}
        {name}
      </li>
    ))}
  </ul>
);
