import type { Logger } from '@org/payments-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a logger that fails withholds no result, and is reported once', async () => {
  const log = () => Promise.reject(new Error('the token is abc'));
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const { payments, transfer, balance } = stage();
  const logger: Logger = { error: log, warn: log, info: log, debug: log };
  const mcp = serverOf({ platform: payments, allowWrites: true, logger });
  const client = await connectInMemory(mcp, () => ({ action: 'accept' }));
  const paid = await call(client, 'transfers_create_out', { ...transfer, amount: 10_00 });
  expect(paid).toMatchObject({ isError: false, value: { id: expect.any(String) } });
  expect(await balance()).toBe(990_00);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  const own = warned.mock.calls.filter(([message]) => String(message).startsWith('`logger`'));
  expect(own).toHaveLength(1);
  expect(JSON.stringify(own)).not.toContain('abc');
});
