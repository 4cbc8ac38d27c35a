import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/**
 * What stands around every `import()`: the files that a screen shares with others are fetched beside it, not once it has come
 * and asks for them. Vite's own also looks after styles, nonces and old browsers, and costs a phone half a kilobyte more.
 */
const HELPER = '\0vite/preload-helper.js';
const CODE = `
const asked = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '/' + file }));
  }
  return load();
};`;
const besideEachOther: Plugin = {
  name: 'beside-each-other',
  enforce: 'pre',
  resolveId: (id) => (id === HELPER ? id : undefined),
  load: (id) => (id === HELPER ? CODE : undefined),
};

/**
 * React's maker of elements comes inside an object that every element would reach into, `(0,r.jsx)(…)`. Taken out once, it is
 * `j(…)`, and the same function under both of its names.
 */
const MAKER = 'react/jsx-runtime';
const ELEMENTS = `
import { jsx as element, Fragment as fragment } from 'react/jsx-runtime';
const jsx = element, Fragment = fragment;
export { jsx, jsx as jsxs, Fragment };`;
const takenOutOnce: Plugin = {
  name: 'taken-out-once',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) => (id === MAKER && !importer?.startsWith('\0') ? `\0${MAKER}` : undefined),
  load: (id) => (id === `\0${MAKER}` ? ELEMENTS : undefined),
};

export default defineConfig(({ command }) => ({
  root,
  // Readable while it is written, short when it is sent.
  css: { modules: command === 'build' ? { generateScopedName: '[hash:base64:4]' } : {} },
  plugins: [besideEachOther, takenOutOnce, react()],
  // React looks for its developers' tools as it starts. There are none on a panelist's phone.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    manifest: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What Chrome 80 reads: by its own name the `?.` it knows would be spelt out.
    target: 'es2020',
    cssTarget: 'chrome80',
    minify: 'terser',
    // A method is written `m(){}` instead of `m:function(){}`: nothing here makes one with `new`, which is all that differs.
    terserOptions: { module: true, compress: { passes: 3, ecma: 2020, unsafe_methods: true } },
    // The server compresses; what counts is what it sends.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every screen's files are listed in the shell: short names cost a phone less than telling ones.
        chunkFileNames: 'assets/[hash:6].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // React changes less often than we do: a phone keeps it over our releases.
            { name: 'react', test: /node_modules|jsx-runtime/ },
            // What every screen needs is one file, rather than one for each little part of it.
            {
              name: 'shell',
              test: /preload-helper|ui\/src\/(?!Dialog|Skeleton|Steps|WaitArt|icons)|web\/src\/(shell\/(?!reporter|NeedsDid|BackHome)|partners\/way-back|(App|routes|start)\.tsx)|domain\/src\/(wording\/everywhere|paths|partners\/outcomes|profiling\/schedule|calendar)/,
            },
            // What the screens around home have in common, and a form has no use for.
            {
              name: 'member',
              test: /ui\/src\/(Skeleton|Steps|WaitArt|icons)|web\/src\/(panelists\/membership|shell\/BackHome)|domain\/src\/(rewards\/money|panelists\/status|partners\/partners)/,
            },
            // What stands where a screen needs to know who is looking.
            { name: 'who', test: /web\/src\/shell\/NeedsDid|domain\/src\/wording\/menu/ },
            // What registration and the yearly survey ask alike.
            {
              name: 'household',
              test: /domain\/src\/profiling\/(living-standard|(questions|options)\/(living-standard|agreements))/,
            },
            // What every form needs: the questions themselves come with the form that asks them.
            {
              name: 'form',
              test: /web\/src\/(questionnaire|profiling\/ProfilingScreen)|domain\/src\/(questionnaire|wording\/(forms|faults|profiling)|panelists\/date-of-birth)/,
            },
          ],
        },
      },
    },
  },
}));
