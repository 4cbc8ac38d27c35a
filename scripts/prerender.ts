/** Writes the pages of the built app: one file for each route, with its content, its styles and the names of its files. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONTACT_MARK, DATA_MARK, PRODUCT_MARK } from '@panel/domain/page';
import { LANGUAGE, pageTitle } from '@panel/domain/wording/everywhere';
import postcss from 'postcss';
import { build } from 'vite';
import { BROWSERS, shortHelpers } from '../web/vite.config.ts';

const web = new URL('../web/', import.meta.url).pathname;

type Chunk = { readonly file: string; readonly imports?: readonly string[] };
type Manifest = { readonly [source: string]: Chunk };
type Server = {
  readonly PAGES: readonly {
    readonly name: string;
    readonly path: string;
    readonly search: string;
    readonly file: string | undefined;
  }[];
  readonly prerender: (page: { path: string; search: string; product: string; contact: string }) => string;
};

/** Without script, step 2 of the sign-up is shown at the address of step 1. */
const STYLED_WITH: Readonly<Record<string, readonly string[]>> = {
  'src/panelists/ApplyScreen.tsx': ['src/panelists/ApplyQuestions.tsx'],
};

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** The chunks that a source needs at once, each before what it imports. */
function chunksOf(manifest: Manifest, sources: readonly string[]): Chunk[] {
  const found = new Set<string>();
  const visit = (source: string) => {
    if (found.has(source)) return;
    found.add(source);
    manifest[source]?.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...found].map((source) => manifest[source] as Chunk);
}

/** One classic script of a source and what it imports. */
async function compile(source: string, constants: Record<string, unknown> = {}): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: web,
    plugins: [shortHelpers],
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target: BROWSERS,
      rolldownOptions: {
        input: join(web, source),
        output: { format: 'iife' },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
      },
    },
  })) as { readonly output: readonly { readonly code: string }[] };
  return built.output[0]?.code.trim() ?? '';
}

/** The classes of CSS modules in a selector: Vite's names for them begin with an underscore. */
const moduleClassesOf = (selector: string) => [...selector.matchAll(/\.(_[\w-]+)/g)].map(([, name]) => name ?? '');

/** Leaves out the rules whose classes don't occur in a screen's code. */
function stylesUsedBy(code: string, css: string): string {
  const styles = postcss.parse(css);
  styles.walkRules((rule) => {
    const isUsed = rule.selectors.some((each) => moduleClassesOf(each).every((name) => code.includes(name)));
    if (!isUsed) rule.remove();
  });
  styles.walkAtRules('media', (media) => {
    if (!media.nodes?.length) media.remove();
  });
  return styles.toString();
}

/** Runs before the first paint. Without it, and in a browser without modules, the page works without script: see page.ts. */
const HEAD_SCRIPT = "if('noModule'in document.createElement('script'))document.documentElement.className='js'";

/** The build's folder, after the client's and the server's build. */
export async function prerenderPages(dist: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const { PAGES, prerender } = (await import(pathToFileURL(join(dist, 'server/server.js')).href)) as Server;
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    writeFileSync(join(dist, file), text);
  };

  const index = read('index.html');
  const entryFile = [...index.matchAll(/<script [^>]*src="\/([^"]+)"/g)].at(-1)?.[1];
  const entry = Object.keys(manifest).find((source) => manifest[source]?.file === entryFile) ?? '';
  const assets = readdirSync(join(dist, 'assets'));
  const stylesFile = `assets/${assets.find((name) => name.endsWith('.css'))}`;
  const styles = read(stylesFile);
  const scripts = assets.filter((name) => name.endsWith('.js'));
  const pictures = ['/logo.svg', '/join.svg'];
  const files = [...pictures, `/${stylesFile}`, ...scripts.map((name) => `/assets/${name}`)];
  // The names of the other files contain a hash of their content.
  const buildName = hashOf([...files, index, ...pictures.map(read)].join());
  write('build.txt', buildName);
  write('service-worker.js', await compile('src/service-worker.ts', { BUILD: buildName, FILES: files }));

  const inlineScript = await compile('src/inline-script.ts');
  const head = index
    .replace(/\s*<(script|link)\b[^>]*(assets|modulepreload)[^>]*>(<\/script>)?/g, '')
    .replace(/<title>.*<\/title>/, `<title>${pageTitle(PRODUCT_MARK)}</title>`)
    .replace(/>\s+</g, '><')
    .split('</head>')[0];

  const pageOf = (root: string, sources: readonly string[], attributes = '') => {
    const chunks = chunksOf(manifest, [entry, ...sources]);
    const styled = chunksOf(manifest, [entry, ...sources, ...sources.flatMap((source) => STYLED_WITH[source] ?? [])]);
    const [main = '', ...preloaded] = chunks.map(({ file }) => file);
    return [
      head?.replace('<html lang="en-ZA"', `<html lang="${LANGUAGE}" data-build="${buildName}"${attributes}`),
      `<script>${HEAD_SCRIPT}</script>`,
      `<style>${stylesUsedBy(styled.map(({ file }) => read(file)).join(), styles)}</style></head>`,
      `<body><div id="root">${root}</div>${DATA_MARK}`,
      `<script>${inlineScript}</script>`,
      ...preloaded.map((file) => `<link rel="modulepreload" href="/${file}">`),
      `<script type="module" src="/${main}"></script>`,
      `<link rel="stylesheet" href="/${stylesFile}" media="print"></body></html>`,
    ].join('');
  };

  for (const { name, path, search, file } of PAGES) {
    const source = file?.replace('./', 'src/') ?? '';
    if (!manifest[source]) throw new Error(`no screen for the page ${name}`);
    write(
      `pages/${name}.html`,
      pageOf(prerender({ path, search, product: PRODUCT_MARK, contact: CONTACT_MARK }), [source]),
    );
  }
  write('pages/offline.html', pageOf('', [], ' data-offline'));
}
