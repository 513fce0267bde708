import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Builds the page from `app/`, with the packages of this repository taken from their sources. */
export default defineConfig({
  root: fileURLToPath(new URL('app', import.meta.url)),
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    emptyOutDir: true,
    // Under the page's policy nothing may be inlined: neither images as data, nor script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
