import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: 'worlds.spec.mjs',
  fullyParallel: true,
  workers: 4,
  reporter: 'list',
  timeout: 60_000,
  webServer: {
    // The packages are unpacked beside the installed ones, without links to their commands.
    command: 'node ../../node_modules/@org/payments-mock/dist/server/cli.js --port 4817',
    url: 'http://127.0.0.1:4817/__mock/health',
  },
});
