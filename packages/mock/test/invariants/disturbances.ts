import { expect } from 'vitest';
import type { Mock } from '../../src/index.ts';
import { type Scene, sendTo } from './scene.ts';
import { kinds } from './steps.ts';
import { checkWrites, settleDue, type Taken, takeStep } from './take-step.ts';

/** Returns a generator of numbers from 0 to below 1, determined by the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a number of random steps. */
export function walkOf(seed: number, length: number): readonly Taken[] {
  const random = randomOf(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length }, () => ({
    kind: kinds[upTo(kinds.length)] ?? 'wait',
    amount: upTo(400),
    pick: upTo(2 ** 16),
    isReplayed: random() < 0.5,
  }));
}

/** Something that happens to a mock beside its requests. */
export type Disturbance = (scene: Scene, seed: number) => Promise<void>;

const STEPS = 15;

/** Returns everything that the money and the events of a mock depend on. */
function stateOf(mock: Mock): string {
  return JSON.stringify([mock.ledger.accounts(), mock.ledger.postings(), mock.events]);
}

/** Takes random steps, each with its checks. */
async function walk(scene: Scene, seed: number): Promise<void> {
  for (const [number, step] of walkOf(seed, STEPS).entries()) {
    await takeStep(scene, { ...step, isReplayed: false }, seed + number);
  }
}

/** Sends requests, each of which may be refused. A failure of the mock itself throws. */
async function sendAll(scene: Scene, paths: readonly (readonly [string, string])[]): Promise<void> {
  for (const [method, path] of paths) await scene.send(method, path);
  await settleDue(scene);
}

/** Takes random steps while faults lose responses, reset connections and respond with 503. */
const loseResponses: Disturbance = async (scene, seed) => {
  const remove = [
    scene.mock.faults.add({ effect: { kind: 'lose-reply' }, probability: 0.3, times: 'always' }),
    scene.mock.faults.add({
      effect: { kind: 'reset-connection' },
      probability: 0.2,
      times: 'always',
    }),
    scene.mock.faults.add({ effect: { kind: 'answer', status: 503 }, probability: 0.1, times: 5 }),
    scene.mock.faults.add({
      effect: { kind: 'late-apply', milliseconds: 0 },
      probability: 0.2,
      times: 'always',
    }),
  ];
  for (const [number, step] of walkOf(seed, STEPS).entries()) {
    const running = takeStep(scene, { ...step, isReplayed: false }, seed + number);
    await running.catch((error: Error) => {
      if (!/fetch failed|responded 503/.test(error.message)) throw error;
    });
  }
  for (const one of remove) one();
  await settleDue(scene);
};

/** Returns to an earlier state in the middle of holds, and continues from there. */
const goBack: Disturbance = async (scene, seed) => {
  const { mock } = scene;
  const [snapshot, before] = [mock.snapshot(), stateOf(mock)];
  await walk(scene, seed);
  mock.restore(snapshot);
  expect(stateOf(mock) === before).toBe(true);
  scene.takeWrites();
  await walk(scene, seed);
};

/** Lets a fork spend what the mock holds, which leaves the mock as it was. */
const fork: Disturbance = async (scene, seed) => {
  const before = stateOf(scene.mock);
  const other = scene.mock.fork();
  await walk({ ...scene, mock: other, send: sendTo(other) }, seed);
  expect(stateOf(scene.mock) === before).toBe(true);
  scene.takeWrites();
  await walk(scene, seed);
};

/** Moves the clock over many due changes at once, and back. */
const jump: Disturbance = async (scene, seed) => {
  await walk(scene, seed);
  scene.mock.clock.advance({ days: 3 });
  await settleDue(scene);
  scene.mock.clock.advance({ days: -2 });
  await settleDue(scene);
};

/** Statuses of an endpoint, without 422, after which the service asks for the decision again. */
const statuses = [200, 403, 202, 500, 409];

/** Decides waiting payments by the responses of an endpoint, and stops listening. */
const decide: Disturbance = async (scene, seed) => {
  let count = seed;
  const stop = scene.mock.deliverTo(() => {
    count += 1;
    return Response.json({}, { status: statuses[count % statuses.length] ?? 200 });
  });
  await walk(scene, seed);
  await scene.mock.webhooks.flush();
  stop();
  checkWrites(scene);
};

/** Deletes receivers whose payments wait. */
const deleteReceivers: Disturbance = async (scene, seed) => {
  await walk(scene, seed);
  const ids = [scene.inEuros[seed % 7], scene.inDollars[seed % 5]];
  const path = '/customers/external-accounts';
  await sendAll(
    scene,
    ids.map((id) => ['DELETE', `${path}/${id}`]),
  );
};

/** Deletes the agent with its held payments. */
const deleteAgent: Disturbance = async (scene, seed) => {
  await walk(scene, seed);
  await sendAll(scene, [['DELETE', `/agents/${scene.agentId}`]]);
};

/** Deletes the customer with balances, holds and a card. */
const deleteCustomer: Disturbance = async (scene, seed) => {
  await walk(scene, seed);
  const { status } = await scene.send('DELETE', `/customers/${scene.customerId}`);
  expect(status).toBe(200);
  await settleDue(scene);
  await walk(scene, seed + 1);
};

/** Funds an account until its amount is no longer exact, which is refused. */
const overflow: Disturbance = async (scene) => {
  const path = `/sandbox/internal-accounts/${scene.spare}/fund`;
  for (const amount of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1]) {
    await scene.send('POST', path, { amount });
    await settleDue(scene);
  }
};

/** Every disturbance; those that end something for good come last. */
export const disturbances: readonly Disturbance[] = [
  loseResponses,
  goBack,
  fork,
  jump,
  decide,
  goBack,
  overflow,
  deleteReceivers,
  jump,
  deleteAgent,
  deleteCustomer,
  jump,
];
