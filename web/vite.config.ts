import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/**
 * Replaces Vite's helper around every `import()`, which preloads the chunks that a screen shares with others. Ours leaves
 * out styles, nonces and old browsers, and is half a kilobyte smaller.
 */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const PRELOAD_CODE = `
const preloaded = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (preloaded.has(file)) continue;
    preloaded.add(file);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '/' + file }));
  }
  return load();
};`;
const preloadSharedChunks: Plugin = {
  name: 'preload-shared-chunks',
  enforce: 'pre',
  resolveId: (id) => (id === PRELOAD_HELPER ? id : undefined),
  load: (id) => (id === PRELOAD_HELPER ? PRELOAD_CODE : undefined),
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

/** Matches modules whose path contains one of these patterns. */
const modules = (...patterns: string[]) => new RegExp(patterns.join('|'));

const chunks = [
  // React changes less often than our code, so a phone keeps this chunk across our releases.
  { name: 'react', test: modules('node_modules', 'jsx-runtime') },
  // Needed by every screen: one file instead of many small ones.
  {
    name: 'shell',
    test: modules(
      'preload-helper',
      'ui/src/(?!Dialog|EmptyState|Skeleton|Steps|WaitArt|icons)',
      'web/src/shell/(?!error-report\\.|RequireDid|SignUpLink|BackHome|use-load)',
      'web/src/partners/return-query',
      'web/src/(App|main|routes|start)\\.tsx',
      'domain/src/(paths|calendar|partners/outcomes|profiling/schedule|wording/everywhere)\\.',
    ),
  },
  // Shared by home, balance, preferences and deletion, and not needed by a form.
  {
    name: 'member',
    test: modules(
      'ui/src/(EmptyState|Skeleton|Steps|WaitArt|icons)',
      'web/src/(panelists/membership|shell/(BackHome|use-load))',
      'domain/src/(rewards/money|panelists/(status|registration-check)|partners/partners)\\.',
    ),
  },
  // Shared by the screens that need a device id.
  { name: 'identity', test: modules('web/src/shell/(RequireDid|SignUpLink)', 'domain/src/wording/menu') },
  // The questions that registration and the yearly survey share.
  {
    name: 'household',
    test: modules('domain/src/profiling/(living-standard|(questions|options)/(living-standard|agreements))'),
  },
  // Needed by every form. The questions themselves load with the form that asks them.
  {
    name: 'form',
    test: modules(
      'web/src/(questionnaire|profiling/ProfilingScreen)',
      'domain/src/(questionnaire|wording/(forms|faults|profiling)|panelists/date-of-birth)',
    ),
  },
];

export default defineConfig(({ command }) => ({
  root,
  // Class names are readable in development and short in a build.
  css: { modules: command === 'build' ? { generateScopedName: '[hash:base64:4]' } : {} },
  plugins: [preloadSharedChunks, hoistJsxRuntime, react()],
  // Removes React's code for its developer tools.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    manifest: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // Chrome 80 reads ES2020. The target 'chrome80' would also compile `?.`, which it can read.
    target: 'es2020',
    cssTarget: 'chrome80',
    minify: 'terser',
    terserOptions: {
      module: true,
      compress: {
        passes: 3,
        ecma: 2020,
        // Writes `m(){}` for `m:function(){}`. It breaks `new object.m()`, which we and React never call.
        unsafe_methods: true,
        // Removes reads of properties whose value is not used. Neither we nor React read one for its side effect.
        pure_getters: true,
        // Inlining functions that are called once makes the code shorter, but larger when it is compressed.
        reduce_funcs: false,
      },
    },
    // The server compresses, and budget.test.ts measures.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Short names, because the shell lists the chunks of every screen.
        chunkFileNames: 'assets/[hash:6].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: chunks },
      },
    },
  },
}));
