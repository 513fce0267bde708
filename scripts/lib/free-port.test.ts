import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('the port is free, and outside the range from which the system assigns ports', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  // Linux assigns ports from 32768, other systems from 49152.
  expect(port).toBeLessThan(32_768);
  expect(port).toBeGreaterThan(1_023);
});
