import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { listen } from '@org/payments-mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { call, connect, stage } from './stage.ts';

const node = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
const bin = (name: string) => fileURLToPath(new URL(`../src/bin/${name}.ts`, import.meta.url));
const keys = ['invoice-1', 'invoice-2', 'invoice-3'];
const KILLS = 6;

/** What one attempt shows: the amount was paid, the key is another payment's, or nothing. */
type Attempt = 'paid' | 'other' | 'open';

test('two servers and a command on one journal that are killed pay each key once', async () => {
  // A key that is used is not refused: what differs must be noticed by whoever sends it.
  const { mock, payments, transfer, balance } = stage({ idempotency: 'lenient' });
  const service = await listen(mock, { port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'payments-killed-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const { baseUrl, tokenId, clientSecret } = service.connection;
  const env = {
    XDG_STATE_HOME: folder,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_TOKEN_ID: tokenId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
    PAYMENTS_LOG: 'off',
    PAYMENTS_JOURNAL: join(folder, 'journal.db'),
    PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes-or-more',
  };
  const living = new Set<number>();
  let kills = 0;
  // The service has paid and its reply has not left: whoever runs then dies, the payer among them.
  const stop = mock.onChange(() => {
    if (kills >= KILLS) return;
    for (const one of living) {
      kills += 1;
      living.delete(one);
      process.kill(one, 'SIGKILL');
    }
  });
  onTestFinished(stop);

  const serve = (amount: number) => async (key: string) => {
    const args = [...node, bin('mcp'), '--tools=all', '--allow-write', 'transfers.createOut'];
    const transport = new StdioClientTransport({ command: process.execPath, args, env });
    const attempt = async (): Promise<Attempt> => {
      const client = await connect(transport, () => ({ action: 'accept' }));
      living.add(transport.pid ?? 0);
      const input = { ...transfer, amount, idempotencyKey: key };
      const { isError, value } = await call(client, 'transfers_create_out', input);
      if (!isError) return 'paid';
      return value.error?.code === 'IDEMPOTENCY_KEY_REUSED' ? 'other' : 'open';
    };
    // A process that is killed ends the connection.
    const ended = await attempt().catch((): Attempt => 'open');
    living.delete(transport.pid ?? 0);
    await transport.close();
    return ended;
  };
  const command = (amount: string) => async (key: string) => {
    const accounts = [
      ...['--source.account-id', transfer.source.accountId],
      ...['--destination.account-id', transfer.destination.accountId],
    ];
    const pay = ['transfers', 'create-out', ...accounts, '--amount', amount, '--yes'];
    const args = [...node, bin('payments'), ...pay, '--idempotency-key', key];
    const child = spawn(process.execPath, args, { env });
    living.add(child.pid ?? 0);
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    living.delete(child.pid ?? 0);
    if (code === 0) return 'paid';
    return errors.includes('IDEMPOTENCY_KEY_REUSED') ? 'other' : 'open';
  };
  /** Pays each key, from another one on than the others do. */
  const payAll = async (amount: number, attempt: (key: string) => Promise<Attempt>) => {
    const paid: number[] = [];
    const first = amount / 1_00;
    for (const key of [...keys.slice(first), ...keys.slice(0, first)]) {
      let ended = await attempt(key);
      while (ended === 'open') ended = await attempt(key);
      if (ended === 'paid') paid.push(amount);
    }
    return paid;
  };
  const claims = await Promise.all([
    payAll(1_00, serve(1_00)),
    payAll(2_00, serve(2_00)),
    payAll(3_00, command('3.00USD')),
  ]);
  const claimed = claims.flat();
  expect(kills).toBeGreaterThanOrEqual(keys.length);
  const all = await payments.transactions.list({}).toArray();
  const amounts = all.map((one) => (one.type === 'OUTGOING' ? one.sentAmount.amount : 0));
  expect(amounts.sort()).toEqual(claimed.sort());
  expect(claimed).toHaveLength(keys.length);
  expect(await balance()).toBe(1_000_00 - claimed.reduce((sum, amount) => sum + amount, 0));
}, 300_000);
