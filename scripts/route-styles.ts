/** A rule's beginning, such as a selector or `@media …`, and what stands between its braces. */
type Block = { readonly prelude: string; readonly body: string };

function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{' && depth++ === 0) open = at;
    if (css[at] === '}' && --depth === 0) {
      blocks.push({ prelude: css.slice(start, open), body: css.slice(open + 1, at) });
      start = at + 1;
    }
  }
  return blocks;
}

/** The classes of CSS modules in a selector: the build gives each a name of three letters. */
const moduleClassesOf = (selector: string) =>
  [...selector.matchAll(/\.([A-Za-z]{3})(?![\w-])/g)].map(([, name]) => name ?? '');

/** Leaves out the rules of modules that a screen does not use, by the names of their classes in its code. */
export function stylesUsedBy(code: string, css: string): string {
  const isUsed = (selector: string) =>
    selector.split(',').some((each) => moduleClassesOf(each).every((name) => code.includes(name)));
  return blocksOf(css)
    .map(({ prelude, body }) => {
      if (prelude.startsWith('@media')) {
        const used = stylesUsedBy(code, body);
        return used && `${prelude}{${used}}`;
      }
      return prelude.startsWith('@') || isUsed(prelude) ? `${prelude}{${body}}` : '';
    })
    .join('');
}
