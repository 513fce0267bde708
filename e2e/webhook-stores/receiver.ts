import { appendFileSync } from 'node:fs';
import {
  createWebhookHandler,
  postgresStore,
  redisStore,
  sqliteStore,
  type WebhookStore,
} from '@org/payments-sdk/webhooks';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import type { ReceiverTask } from './two-processes.ts';

/**
 * A process that receives events until each is reported as handled, and may kill itself at one step of
 * the first. Its effects are lines of a file, or rows of the table `effects`.
 */
const task = JSON.parse(process.env.RECEIVER ?? '{}') as ReceiverTask;

function step(name: ReceiverTask['killAt']): void {
  if (task.killAt === name) process.kill(process.pid, 'SIGKILL');
}

type Effect = (event: { readonly id: string }) => unknown;

function inFile({ id }: { readonly id: string }): void {
  step('before the effect');
  appendFileSync(task.effects, `${id}\n`);
}

function open(): { readonly store: WebhookStore; readonly effect: Effect } {
  const { kind, address } = task.store;
  if (kind === 'sqlite') return { store: sqliteStore(address), effect: inFile };
  if (kind === 'redis') {
    return { store: redisStore(new Redis(Number(address), '127.0.0.1')), effect: inFile };
  }
  const store = postgresStore(new Pool({ connectionString: address, max: 3 }));
  if (kind === 'postgres') return { store, effect: inFile };
  return {
    store,
    effect: (event) =>
      store.transaction(event, async (tx) => {
        step('before the effect');
        await tx.query('INSERT INTO effects (event) VALUES ($1)', [event.id]);
        step('within the transaction');
      }),
  };
}

const { store, effect } = open();
const webhooks = createWebhookHandler({
  publicKeys: task.publicKey,
  store,
  timeout: task.lifetime,
  claimLifetime: task.lifetime,
}).on('TEST', async (event) => {
  await effect(event);
  step('after the effect');
});

for (const { body, headers } of task.deliveries) {
  for (;;) {
    const init = { method: 'POST', headers, body };
    const { status } = await webhooks.fetch(new Request('https://platform.example/', init));
    if (status === 200 || status === 409) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
process.exit(0);
