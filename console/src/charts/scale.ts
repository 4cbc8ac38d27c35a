/** Positions of values in a chart. */

const STEPS = [1, 2, 2.5, 5, 10];

/** Up to seven round numbers that enclose the values. A label without decimals needs a smallest step, or it is repeated. */
export function ticksBetween(low: number, high: number, smallestStep: number): number[] {
  const least = Math.max((high - low) / smallestStep / 5, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = smallestStep * (STEPS.map((each) => each * power).find((each) => each >= least && each % 1 === 0) ?? 1);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, index) => (first + index) * step);
}

/** A function from one range to another. */
export const scaleOf =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    start + ((value - from) / (to - from || 1)) * (end - start);

/** Moves labels apart, in their order, so that none covers another. */
export function spread(positions: readonly number[], gap: number, lowest: number): number[] {
  const order = positions.map((position, index) => ({ position, index })).sort((a, b) => a.position - b.position);
  for (const [rank, each] of order.entries()) {
    const above = order[rank - 1];
    if (above) each.position = Math.max(each.position, above.position + gap);
  }
  for (const [rank, each] of [...order.entries()].reverse()) {
    const below = order[rank + 1];
    each.position = Math.min(each.position, below ? below.position - gap : lowest);
  }
  const spreadOut = [...positions];
  for (const { position, index } of order) spreadOut[index] = position;
  return spreadOut;
}

type PlacedLabel = { x: number; text: string; anchor: 'start' | 'middle' | 'end' };

/** About as wide as twelve pixel letters are. */
export const textWidth = (text: string): number => text.length * 7.2;

/** Each label, or each second one and so on, so that none touches the next; the last one always. */
export function labelsThatFit(labels: readonly PlacedLabel[]): PlacedLabel[] {
  const leftOf = ({ x, text, anchor }: PlacedLabel) => x - { start: 0, middle: 0.5, end: 1 }[anchor] * textWidth(text);
  const fits = (label: PlacedLabel, next: PlacedLabel | undefined) =>
    !next || leftOf(label) + textWidth(label.text) + 8 <= leftOf(next);
  let shown = [...labels];
  for (let step = 2; !shown.every((label, index) => fits(label, shown[index + 1])); step += 1)
    shown = labels.filter((_, index) => (labels.length - 1 - index) % step === 0);
  return shown;
}

export const round = (value: number): number => Math.round(value * 10) / 10;
export const points = (coordinates: readonly (readonly [number, number])[]): string =>
  coordinates.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');
