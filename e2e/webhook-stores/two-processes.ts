import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { afterAll, describe, expect, it } from 'vitest';

/** The task of a receiving process. */
export interface ReceiverTask {
  readonly store: {
    readonly kind: 'sqlite' | 'redis' | 'postgres' | 'postgres, transaction';
    /** A path, a port, or a URL. */
    readonly address: string;
  };
  readonly publicKey: string;
  readonly deliveries: readonly {
    readonly body: string;
    readonly headers: Record<string, string>;
  }[];
  /** Milliseconds that a claim outlives its process. */
  readonly lifetime: number;
  /** A file for the effects of stores without a transaction. */
  readonly effects: string;
  readonly killAt?: 'before the effect' | 'within the transaction' | 'after the effect';
}

const LIFETIME = 3000;
const EVENTS = 20;

const keys = await generateWebhookKeys();
const folder = mkdtempSync(join(tmpdir(), 'webhook-kills-'));
let run = 0;

async function receive(task: ReceiverTask): Promise<string> {
  const file = new URL('receiver.ts', import.meta.url).pathname;
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, RECEIVER: JSON.stringify(task) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? `exit ${code}`;
}

/**
 * Delivers events to two processes that share a store: together, and to a second one after the first
 * was killed at one of its steps. Counts the effects.
 *
 * @param rows counts the rows of the table `effects`, for a store whose effects are in a transaction
 */
export function describeTwoProcesses(
  kind: ReceiverTask['store']['kind'],
  address: () => string,
  rows?: () => Promise<readonly string[]>,
): void {
  const prepare = async (count: number) => {
    run += 1;
    const effects = join(folder, `effects-${run}`);
    const events = await Promise.all(
      Array.from({ length: count }, () => signEvent({ type: 'TEST' }, keys.privateKey)),
    );
    const deliveries = events.map(({ body, headers }) => ({ body, headers: { ...headers } }));
    const ids = deliveries.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    const task: ReceiverTask = {
      store: { kind, address: address() },
      publicKey: keys.publicKey,
      deliveries,
      lifetime: LIFETIME,
      effects,
    };
    const counts = async () => {
      const lines = existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n') : [];
      const all = rows === undefined ? lines : await rows();
      return ids.map((id) => all.filter((one) => one === id).length);
    };
    return { task, counts };
  };

  describe(`two processes that share a store: ${kind}`, () => {
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it(`each of ${EVENTS} events takes effect once`, async () => {
      const { task, counts } = await prepare(EVENTS);
      const reversed = { ...task, deliveries: task.deliveries.toReversed() };
      expect(await Promise.all([receive(task), receive(reversed)])).toEqual(['exit 0', 'exit 0']);
      expect(await counts()).toEqual(Array(EVENTS).fill(1));
    });

    const points = [
      ['before the effect', 1],
      ...(rows === undefined ? [] : [['within the transaction', 1] as const]),
      // Without a transaction this is the window in which an event takes effect again.
      ['after the effect', rows === undefined ? 2 : 1],
    ] as const;
    it.each(points)('killed %s, the event takes effect %s times in all', async (killAt, times) => {
      const { task, counts } = await prepare(1);
      expect(await receive({ ...task, killAt })).toBe('SIGKILL');
      expect(await receive(task)).toBe('exit 0');
      expect(await counts()).toEqual([times]);
    });
  });
}
