import { agentPermissions, findOperation } from '@org/payments-contract';
import { expect } from 'vitest';
import type { Mock } from '../../src/index.ts';

/** Sends a request to a world, with further headers. */
type SendTo = (world: Mock, more?: Readonly<Record<string, string>>) => Promise<Response>;

const checked = new Set<string>();

/** Checks that the repeat of a request with a key has the first response. */
async function expectOnce(world: Mock, send: SendTo): Promise<void> {
  const told = async () => {
    const reply = await send(world, { 'idempotency-key': 'once-more' });
    return [reply.status, await reply.text()];
  };
  const first = await told();
  world.clock.advance({ seconds: 1 });
  expect(await told()).toEqual(first);
}

/** Checks that an agent of another customer sees nothing of what a request of an agent named or showed. */
async function expectForeign(world: Mock, send: SendTo, told: string): Promise<void> {
  const known = JSON.stringify(world.panels());
  const { accessToken } = world.add.agent({ policy: { permissions: [...agentPermissions] } });
  const reply = await send(world, { authorization: `Bearer ${accessToken}` });
  const text = reply.ok ? await reply.text() : '';
  const ids = (told.match(/\w+:[\da-f-]{36}/g) ?? []).filter((id) => known.includes(id));
  expect(ids.filter((id) => text.includes(id))).toEqual([]);
}

/** Returns the records of a mock, as text: equal when nothing changed. Challenges do not count. */
export function stateOf(mock: Mock): string {
  const { challenges: _challenges, ...tables } = mock.snapshot().tables;
  return JSON.stringify(tables);
}

/** Checks that two requests at once, which are equal if one is given, end as if one came after the other. */
export async function expectInTurn(mock: Mock, one: SendTo, two: SendTo = one): Promise<void> {
  const end = async (run: (world: Mock) => Promise<readonly Response[]>) => {
    const world = mock.fork();
    const statuses = (await run(world)).map(({ status }) => status).sort();
    const events = world.events.map(({ type }) => type);
    return JSON.stringify([statuses, events, stateOf(world)]);
  };
  const inTurn = [
    await end(async (world) => [await one(world), await two(world)]),
    await end(async (world) => [await two(world), await one(world)]),
  ];
  const atOnce = await end((world) => Promise.all([one(world), two(world)]));
  expect(inTurn.includes(atOnce), `${atOnce.slice(0, 300)} is that of neither order`).toBe(true);
}

/**
 * Prepares what is checked of the first request of a kind that succeeds: a key makes it happen once, and
 * an agent can do it for its own customer alone.
 *
 * @param kind the method and the path without ids
 */
export function prepareOnceMore(mock: Mock, kind: string, send: SendTo) {
  const world = checked.has(kind) ? undefined : mock.fork();
  return async (told: unknown): Promise<void> => {
    const { operation = '', notes = [] } = mock.requests.at(-1) ?? {};
    const { row } = findOperation(operation) ?? {};
    if (world === undefined || row === undefined || notes.length > 0) return;
    checked.add(kind);
    if (row.auth === 'agent') await expectForeign(world.fork(), send, JSON.stringify(told));
    // A configured endpoint would receive the events of each twin.
    const isTold = JSON.stringify([told, world.snapshot()]).includes('"webhookEndpoint"');
    if (row.retry !== 'safe' && !isTold) await expectInTurn(world, send);
    if (row.retry === 'keyed') await expectOnce(world, send);
  };
}
