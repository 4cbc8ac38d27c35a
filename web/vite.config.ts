import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { type CompressOptions, minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** A page names its own files and the service worker keeps all of them, so an `import()` has nothing to preload. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  resolveId: (id) => (id === PRELOAD_HELPER ? id : undefined),
  load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
  renderChunk: (code) => code.replace(/__vitePreload\(\(\) => (import\([^)]*\)[^,]*), __VITE_PRELOAD__\)/g, '$1'),
};

/**
 * Reads `jsx` once from React's CommonJS module. Otherwise every element in the build is `(0,r.jsx)(…)`, a property access,
 * instead of `j(…)`. In a production build `jsxs` is the same function as `jsx`.
 */
const JSX_RUNTIME = 'react/jsx-runtime';
const JSX_CODE = `
import { jsx as createElement, Fragment as ReactFragment } from 'react/jsx-runtime';
const jsx = createElement, Fragment = ReactFragment;
export { jsx, jsx as jsxs, Fragment };`;
const hoistJsxRuntime: Plugin = {
  name: 'hoist-jsx-runtime',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) => (id === JSX_RUNTIME && !importer?.startsWith('\0') ? `\0${JSX_RUNTIME}` : undefined),
  load: (id) => (id === `\0${JSX_RUNTIME}` ? JSX_CODE : undefined),
};

/** Removes React's code for its developer tools, for a sign of loading that it never shows, for Node.js and for Internet Explorer. */
const NOT_ON_PHONES = Object.fromEntries(
  ['__REACT_DEVTOOLS_GLOBAL_HOOK__', 'navigation', 'process.emit', 'setImmediate', 'document.documentMode'].map(
    (name) => [name, 'undefined'],
  ),
);

const COMPRESS: CompressOptions = {
  passes: 3,
  ecma: 2020,
  // Writes `m(){}` for `m:function(){}`. It breaks `new object.m()`, which we and React never call.
  unsafe_methods: true,
  // Removes reads of properties whose value is not used. Neither we nor React read one for its side effect.
  pure_getters: true,
  // Inlining functions that are called once makes the code shorter, but larger when it is compressed.
  reduce_funcs: false,
};

/** React once more, with one declaration at the top of each function: 330 bytes less when compressed. Our own code grows by it. */
const hoistReactVariables: Plugin = {
  name: 'hoist-react-variables',
  apply: 'build',
  async renderChunk(code, { name }) {
    if (name !== 'react') return null;
    const compressed = await minify(code, { module: true, compress: { ...COMPRESS, hoist_vars: true } });
    return { code: compressed.code ?? code, map: null };
  },
};

/** Each holds the modules whose path matches one of its patterns; budget.test.ts checks that every pattern matches one. */
export const CHUNKS = [
  // React changes less often than our code, so a phone keeps this chunk across our releases.
  { name: 'react', patterns: ['node_modules', 'jsx-runtime'] },
  // Needed by every screen: one file instead of many small ones.
  {
    name: 'shell',
    patterns: [
      'preload-helper',
      'ui/src/(?!Art|Dialog|DoneArt|EmptyState|Skeleton|Steps|WaitArt|icons)',
      'web/src/shell/(?!error-report\\.|offline\\.|personal-calls|was-reloaded|RequireDid|BackHome|Contact|use-load)',
      'web/src/(App|main|routes|start)\\.tsx',
      'domain/src/(page|paths|partners/outcomes|profiling/schedule|wording/everywhere)\\.',
    ],
  },
  // Shared by home, balance, preferences and deletion, and not needed by a form.
  {
    name: 'member',
    patterns: [
      'ui/src/(EmptyState|Skeleton|Steps|WaitArt|icons)',
      'web/src/(panelists/(membership|Menu)|shell/(Contact|use-load))',
      'domain/src/(rewards/money|panelists/(status|registration-check)|partners/partners|wording/contact)\\.',
    ],
  },
  // Shared by the screens that need a device id.
  { name: 'identity', patterns: ['ui/src/Art', 'web/src/shell/RequireDid', 'domain/src/wording/menu'] },
  // Shared by the two steps of the sign-up.
  { name: 'sign-up', patterns: ['domain/src/(panelists/rules|wording/apply)'] },
  // The questions that registration and the yearly survey share.
  {
    name: 'household',
    patterns: ['domain/src/profiling/(living-standard|(questions|options)/(living-standard|agreements))'],
  },
  // Needed by every form. The questions themselves load with the form that asks them.
  {
    name: 'form',
    patterns: [
      'web/src/(questionnaire|profiling/ProfilingScreen)',
      'domain/src/(questionnaire|wording/(forms|faults|profiling)|panelists/date-of-birth)',
    ],
  },
];

const scopedNames = new Map<string, string>();

/** A class name of three letters: the pages have all of them inline. Two classes must not get the same. */
function scopedName(name: string, file: string): string {
  const source = `${relative(root, file.replace(/\?.*/, ''))} ${name}`;
  const letters = createHash('sha256')
    .update(source)
    .digest('base64url')
    .replace(/[^a-z]/gi, '');
  const scoped = letters.slice(0, 3);
  if ((scopedNames.get(scoped) ?? source) !== source)
    throw new Error(`${source} and ${scopedNames.get(scoped)}: rename one`);
  scopedNames.set(scoped, source);
  return scoped;
}

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  // Class names are readable in development.
  css: { modules: command === 'build' ? { generateScopedName: scopedName } : {} },
  plugins: [plainImports, hoistJsxRuntime, hoistReactVariables, react()],
  define: command === 'build' && !isSsrBuild ? NOT_ON_PHONES : {},
  // The server's build is one file that needs no package.
  ssr: { noExternal: true },
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // One file of styles. A page has those of its own screen inline.
    cssCodeSplit: false,
    modulePreload: false,
    // Chrome 80 reads ES2020. The target 'chrome80' would also compile `?.`, which it can read.
    target: isSsrBuild ? 'node20' : 'es2020',
    cssTarget: 'chrome80',
    minify: isSsrBuild ? false : 'terser',
    terserOptions: {
      module: true,
      compress: COMPRESS,
    },
    // The server compresses, and budget.test.ts measures.
    reportCompressedSize: false,
    rolldownOptions: {
      // Merging what two screens share into the chunk of one of them would give every page code to tell the two apart.
      experimental: { chunkOptimization: false },
      output: isSsrBuild
        ? { codeSplitting: false }
        : {
            // Short names, because a page lists its chunks and the service worker all of them.
            entryFileNames: 'assets/[hash:6].js',
            chunkFileNames: 'assets/[hash:6].js',
            assetFileNames: 'assets/[hash:6][extname]',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: CHUNKS.map(({ name, patterns }) => ({ name, test: new RegExp(patterns.join('|')) })),
            },
          },
    },
  },
}));
