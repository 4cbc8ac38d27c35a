import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig(({ command }) => ({
  root,
  // Readable while it is written, short when it is sent.
  css: { modules: command === 'build' ? { generateScopedName: '[hash:base64:4]' } : {} },
  plugins: [react()],
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'chrome80',
    cssTarget: 'chrome80',
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
            { name: 'react', test: /node_modules/ },
            // What every screen needs is one file, rather than one for each little part of it.
            {
              name: 'shell',
              test: /preload-helper|web\/src\/(shell\/(?!Dialog|reporter|Bone|NeedsDid)|pages\/(ErrorBoundary|OfflineNotice)|partners\/way-back|(App|routes|start)\.tsx)|domain\/src\/(wording\/everywhere|paths|partners\/outcomes|profiling\/schedule|calendar)/,
            },
            // What the screens around home have in common, and a form has no use for.
            {
              name: 'member',
              test: /web\/src\/(panelists\/membership|shell\/Bone|pages\/(Steps|BackHome)|home\/(icons|WaitArt))|domain\/src\/(rewards\/money|panelists\/status|partners\/partners)/,
            },
            // What registration and the yearly survey ask alike.
            {
              name: 'household',
              test: /domain\/src\/profiling\/(living-standard|(questions|options)\/(living-standard|agreements))/,
            },
            // What every form needs: the questions themselves come with the form that asks them.
            {
              name: 'form',
              test: /web\/src\/(questionnaire|profiling\/ProfilingScreen)|domain\/src\/(questionnaire|wording\/(forms|faults)|panelists\/date-of-birth)/,
            },
          ],
        },
      },
    },
  },
}));
