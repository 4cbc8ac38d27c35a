import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [react()],
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    // The policy of the page has no `data:`, so an image is always a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Work computers: `light-dark()` and nesting are sent as they are written.
    target: 'es2022',
    cssTarget: 'chrome123',
    // Shipped, but not served and not named in the files.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    // Constants of other modules are written where they are used.
    rolldownOptions: { optimization: { inlineConst: true } },
  },
});
