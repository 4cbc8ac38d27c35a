import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** Each group is one chunk: the modules that match, and what they import. Every other chunk is Vite's own choice. */
const CHUNKS = [
  // React changes less often than our code, so a phone keeps this chunk across our releases.
  { name: 'react', test: /node_modules/ },
  // What every screen needs.
  { name: 'shell', test: /web\/src\/(main|(shell|routing|without-script)\/\w+|parts\/Notice)\.tsx/ },
  // What home and balance share, and forms don't need.
  { name: 'member', test: /web\/src\/(panelists\/Menu|parts\/(EmptyState|Steps|WaitArt))|ui\/src\/Skeleton/ },
  // Shared by forms and the balance, which needs no form.
  { name: 'calendar', test: /domain\/src\/calendar/ },
  // What every form needs. The questions load with the form that asks them.
  { name: 'form', test: /web\/src\/questionnaire\// },
];

/** What Chrome 64 reads; docs/browsers.md. */
export const BROWSERS = 'es2017';

/**
 * Object.assign for `{ ...object }`: the compiler's own helper is half a kilobyte, for setters and symbols that our objects don't have. And
 * a plain `import()`: Vite's helper loads the styles of a chunk first, and ours are in one file.
 */
const SHORT: Readonly<Record<string, string>> = {
  'objectSpread2.js': 'export default Object.assign',
  'preload-helper.js': 'export const __vitePreload = (load) => load()',
};
export const shortHelpers: Plugin = {
  name: 'short-helpers',
  transform: {
    filter: { id: /helpers\/esm\/objectSpread2\.js$|vite\/preload-helper\.js$/ },
    handler: (_, id) => SHORT[id.slice(id.lastIndexOf('/') + 1)],
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [react(), shortHelpers],
  // The server's build is one file that needs no package.
  ssr: { noExternal: true },
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // One stylesheet for all screens. A page also has its screen's rules inline.
    cssCodeSplit: false,
    // A page names its own files, and the service worker keeps all of them.
    modulePreload: false,
    target: isSsrBuild ? 'node20' : BROWSERS,
    cssTarget: 'chrome64',
    minify: !isSsrBuild,
    // Shipped, but not served and not named in the files.
    sourcemap: 'hidden',
    // The server compresses, and budget.test.ts measures.
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { output: { codeSplitting: false } }
      : {
          // Otherwise a screen would have to load another one for the code that both share.
          experimental: { chunkOptimization: false },
          // Constants of other modules are written where they are used.
          optimization: { inlineConst: true },
          // Short names, because a page lists its chunks and the service worker all of them.
          output: {
            entryFileNames: 'assets/[hash:6].js',
            chunkFileNames: 'assets/[hash:6].js',
            assetFileNames: 'assets/[hash:6][extname]',
            codeSplitting: { groups: CHUNKS },
          },
        },
  },
}));
