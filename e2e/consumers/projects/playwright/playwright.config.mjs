import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: 'worlds.spec.mjs',
  fullyParallel: true,
  workers: 16,
  reporter: 'list',
  timeout: 60_000,
  webServer: {
    command: 'npx payments-mock --port 4817',
    url: 'http://127.0.0.1:4817/__mock/health',
  },
});
