import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../index.ts';
import { main } from './cli/main.ts';
import { listen } from './index.ts';

const secretUrl = 'http://user:hidden-password@127.0.0.1:1/webhooks';

test('a URL with a password is refused before the server listens, without showing it', async () => {
  const mock = createMock();
  const started = listen(mock, { forwardTo: [secretUrl] });
  await expect(started).rejects.toThrow(/forwardTo.0 .*without a user name and a password/);
  await expect(started).rejects.not.toThrow(/hidden-password/);
  mock.webhooks.trigger('TEST');
  expect(mock.webhooks.deliveries).toEqual([]);
});

test('the command refuses such a URL and ends', async () => {
  const lines: string[] = [];
  const output = {
    out: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
  };
  expect(await main(['listen', '--port', '0', '--forward-to', secretUrl], output)).toBe(2);
  expect(lines).toEqual([
    'payments-mock: --forward-to takes a URL without a user name and a password',
  ]);
});

test('a server that cannot listen delivers nothing', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const mock = createMock();
  const started = listen(mock, { port, forwardTo: ['http://127.0.0.1:1/webhooks'] });
  await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE' });
  mock.webhooks.trigger('TEST');
  expect(mock.webhooks.deliveries).toEqual([]);
});
