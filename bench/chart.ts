/** A bar chart as SVG, readable on a light and a dark page. */

type Bar = { readonly label: string; readonly value: number; readonly isOurs: boolean };
export type BarGroup = { readonly title: string; readonly bars: readonly Bar[] };
type Chart = { readonly title: string; readonly unit: string; readonly groups: readonly BarGroup[] };

const WIDTH = 760;
const LABEL_WIDTH = 190;
const VALUE_WIDTH = 80;
const ROW = 22;
const GROUP_TITLE = 30;
const TOP = 44;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2a24 }
  .title { font-weight: 600; font-size: 15px }
  .group { font-weight: 600 }
  .ours { fill: #00805a }
  .other { fill: #9aa69f }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6ece8 }
    .ours { fill: #2fc796 }
    .other { fill: #66736c }
  }`;

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function barChart({ title, unit, groups }: Chart): string {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / longest;
  const parts: string[] = [];
  let y = TOP;
  for (const group of groups) {
    parts.push(`<text class="group" x="0" y="${y + 14}">${escapeMarkup(group.title)}</text>`);
    y += GROUP_TITLE - 6;
    for (const { label, value, isOurs } of group.bars) {
      const width = Math.max(value * scale, 1).toFixed(1);
      parts.push(
        `<text x="${LABEL_WIDTH - 8}" y="${y + 14}" text-anchor="end">${escapeMarkup(label)}</text>`,
        `<rect class="${isOurs ? 'ours' : 'other'}" x="${LABEL_WIDTH}" y="${y + 2}" width="${width}" height="${ROW - 6}" rx="2"/>`,
        `<text x="${LABEL_WIDTH + Number(width) + 6}" y="${y + 14}">${value.toFixed(2)} ${unit}</text>`,
      );
      y += ROW;
    }
    y += 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${escapeMarkup(title)}">
<style>${STYLE}
</style>
<text class="title" x="0" y="20">${escapeMarkup(title)}</text>
${parts.join('\n')}
</svg>
`;
}
