import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { listen } from '@org/payments-mock/server';
import { expect, onTestFinished } from 'vitest';
import { call, connect, stage } from './stage.ts';

/** How the programs are started. */
export const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** A folder for the state of one test. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts the command as a client of the official SDK does. */
function command(programs: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new StdioClientTransport({
    command: process.execPath,
    args: [...flags, `${programs}/mcp.mjs`, ...args],
    env: { PAYMENTS_LOG: 'debug', XDG_STATE_HOME: stateFolder(), ...env },
    stderr: 'pipe',
  });
}

/** What one attempt shows: the amount was paid, the key is another payment's, or nothing. */
type Attempt = 'paid' | 'other' | 'open';

/**
 * Pays three keys, of two servers and a command from their folder, each with an amount of its own, who are killed whenever the
 * service has paid. Expects that each key is paid once, and that exactly one of the three says so.
 */
export async function testSharedJournal(programs: string, journal?: string) {
  // A key that is used is not refused: what differs must be noticed by whoever sends it.
  const { mock, payments, transfer } = stage({ idempotency: 'lenient' });
  const service = await listen(mock, { port: 0 });
  onTestFinished(() => service.close());
  const state = stateFolder();
  const env = {
    XDG_STATE_HOME: state,
    PAYMENTS_LOG: 'off',
    PAYMENTS_BASE_URL: service.connection.baseUrl,
    PAYMENTS_TOKEN_ID: service.connection.tokenId,
    PAYMENTS_CLIENT_SECRET: service.connection.clientSecret,
    PAYMENTS_JOURNAL: journal ?? join(state, 'journal.db'),
    PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes-or-more',
  };
  const living = new Set<number>();
  let kills = 0;
  // The reply of a payment has not left: whoever runs then dies, the payer among them.
  mock.onChange(() => {
    for (const one of kills < 6 ? living : []) {
      kills += 1;
      living.delete(one);
      process.kill(one, 'SIGKILL');
    }
  });
  const server = (amount: number) => async (key: string) => {
    const transport = command(
      programs,
      ['--tools=all', '--allow-write', 'transfers.createOut'],
      env,
    );
    const pay = async (): Promise<Attempt> => {
      const client = await connect(transport, () => ({ action: 'accept' }));
      living.add(transport.pid ?? 0);
      const input = { ...transfer, amount, idempotencyKey: key };
      const { isError, value } = await call(client, 'transfers_create_out', input);
      if (!isError) return 'paid';
      return value.error?.code === 'IDEMPOTENCY_KEY_REUSED' ? 'other' : 'open';
    };
    // A process that is killed ends the connection.
    const ended = await pay().catch((): Attempt => 'open');
    living.delete(transport.pid ?? 0);
    await transport.close();
    return ended;
  };
  const terminal = async (key: string): Promise<Attempt> => {
    const from = ['--source.account-id', transfer.source.accountId];
    const to = ['--destination.account-id', transfer.destination.accountId];
    const pay = ['transfers', 'create-out', ...from, ...to, '--amount', '3.00USD', '--yes'];
    const own = `${programs}/payments.mjs`;
    const child = spawn(process.execPath, [...flags, own, ...pay, '--idempotency-key', key], {
      env,
    });
    living.add(child.pid ?? 0);
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    living.delete(child.pid ?? 0);
    if (code === 0) return 'paid';
    return errors.includes('IDEMPOTENCY_KEY_REUSED') ? 'other' : 'open';
  };
  const payAll = async (amount: number, keys: string[], pay: (key: string) => Promise<Attempt>) => {
    const paid: number[] = [];
    for (const key of keys) {
      let ended = await pay(key);
      while (ended === 'open') ended = await pay(key);
      if (ended === 'paid') paid.push(amount);
    }
    return paid;
  };
  const claims = await Promise.all([
    payAll(1_00, ['a', 'b', 'c'], server(1_00)),
    payAll(2_00, ['b', 'c', 'a'], server(2_00)),
    payAll(3_00, ['c', 'a', 'b'], terminal),
  ]);
  expect(kills).toBeGreaterThanOrEqual(3);
  const all = await payments.transactions.list({}).toArray();
  const amounts = all.map((one) => (one.type === 'OUTGOING' ? one.sentAmount.amount : 0));
  expect(amounts.sort()).toEqual(claims.flat().sort());
  expect(amounts).toHaveLength(3);
}
