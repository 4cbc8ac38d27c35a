/** Templates and styles of the sandbox's pages. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | null | readonly Value[];
const escapeValue = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(escapeValue).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
};

/** A template tag for HTML: values are escaped unless they are Html themselves. */
export const markup = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.map((text, n) => text + escapeValue(values[n] ?? null)).join(''));

export const page = (title: string, theme: string, content: Html): string =>
  markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"></head>
<body class="${theme}">${content}</body></html>`.text;

export const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);

/** A party's page: who it is, and one card. */
export const cardPage = (
  { theme, name, about }: { theme: string; name: string; about: string },
  title: string,
  content: Html,
): string =>
  page(
    `${title} · ${name}`,
    theme,
    markup`<header><h1>${name}</h1><p>${about}</p></header>
      <main class="narrow"><div class="card"><h2>${title}</h2>${content}</div></main>`,
  );

type Themed = { readonly party: string; readonly colours: readonly [light: string, dark: string] };

export const styleOf = (partners: readonly Themed[]): string => `
:root { color-scheme: light dark; --page: #f3f4f7; --card: #fff; --ink: #1b2130; --soft: #5a6377; --line: #d7dbe5;
  --accent: #3b4a6b; --on-accent: #fff; --good: #0b6b43; --bad: #a3201d; }
@media (prefers-color-scheme: dark) { :root { --page: #12151c; --card: #1c212c; --ink: #eceff6; --soft: #a3adc2;
  --line: #333b4c; --accent: #a9bbe6; --on-accent: #131a2b; --good: #6fd6a4; --bad: #ff9d95; } }
${partners.map(({ party, colours: [light] }) => `.${party} { --accent: ${light}; }`).join(' ')}
@media (prefers-color-scheme: dark) { ${partners.map(({ party, colours: [, dark] }) => `.${party} { --accent: ${dark}; }`).join(' ')} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
header { background: var(--accent); color: var(--on-accent); padding: 14px 16px; }
header h1 { font-size: 18px; margin: 0; } header p { margin: 2px 0 0; font-size: 14px; } header a { color: inherit; }
main { max-width: 960px; margin: 0 auto; padding: 16px; } main.narrow { max-width: 480px; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 16px; }
h2 { font-size: 18px; margin: 0 0 10px; } h3 { font-size: 16px; margin: 16px 0 6px; } h3:first-child { margin-top: 0; }
p { margin: 0 0 10px; } .soft, small { color: var(--soft); font-size: 14px; } .good { color: var(--good); } .bad { color: var(--bad); }
form { display: inline; } .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 0 0 8px; }
.stack { display: grid; gap: 10px; } .stack button { width: 100%; }
button, select, input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px;
  min-height: 44px; padding: 0 12px; } button { cursor: pointer; } input { width: 8em; }
button.main, button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul.plain { list-style: none; margin: 0; padding: 0; } ul.plain > li { border-top: 1px solid var(--line); padding: 10px 0; }
ul.plain > li:first-child { border-top: 0; } .message { white-space: pre-wrap; margin: 4px 0 10px; padding: 10px 12px;
  background: var(--page); border-radius: 10px; }
`;
