import { expect, test, vi } from 'vitest';
import { overKy } from './over-ky.ts';

const { signal } = new AbortController();
const get = { method: 'GET', url: 'https://service.test/', headers: {}, body: undefined, signal };

test('requests with immediate responses do not block the event loop', async () => {
  const transport = overKy(async () => new Response('{}'));
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  for (let request = 0; request < 1_000; request += 1) await transport(get);
  expect(turned).toBe(true);
});

test('requests complete while timers are simulated', async () => {
  const transport = overKy(async () => new Response('{}'));
  vi.useFakeTimers();
  for (let request = 0; request < 600; request += 1) await transport(get);
  vi.useRealTimers();
});
