import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('the port is free, and the system gives it to no other socket', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  // Linux gives ports from 32768 to clients and to servers that ask for any port, others from 49152.
  expect(port).toBeLessThan(32_768);
  expect(port).toBeGreaterThan(1_023);
});
