import { type OperationRow, REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { verifyStamp } from '@org/payments-crypto';
import type { FaultEffect } from '../faults/fault.ts';
import { type ArmedEffect, noEffects } from '../faults/fault-list.ts';
import {
  anyJsonResponse,
  type ForcedResponse,
  foreignForms,
  foreignResponse,
  htmlResponse,
  toResponse,
} from '../faults/foreign-responses.ts';
import type { RequestLog } from '../log/request-log.ts';
import { Random } from '../random.ts';
import type { Snapshot } from '../store/store.ts';
import { Writer } from '../store/writer.ts';
import { captureState, type World, type Write } from '../world.ts';
import { ConnectionLost, truncate } from './connection-lost.ts';
import { Refusal } from './refusal.ts';
import { type Incoming, runOperation } from './run-operation.ts';
import { challenges } from './tables.ts';

function withClock(world: World, now: () => number): World {
  return { ...world, clock: { ...world.clock, now } };
}

/** Returns a world in a past state, whose clock stands still. What is written to it is lost. */
function past(world: World, state: Snapshot, at: number): World {
  const random = new Random(world.random.seed);
  random.state = state.random;
  const store = world.store.copy(state.tables);
  return { ...withClock(world, () => at), store, random };
}

function sumOfSkews(effects: readonly FaultEffect[]): number {
  return effects.reduce(
    (sum, effect) => (effect.kind === 'skewed-date' ? sum + effect.milliseconds : sum),
    0,
  );
}

/**
 * Returns what a request works on: the world itself, the world by a clock that is off, or, for a
 * read, the world as it was when a cache was filled or before a write.
 */
export function seenWorld(world: World, row: OperationRow, effects: readonly ArmedEffect[]) {
  const skew = sumOfSkews(effects);
  const now = world.clock.now();
  for (const effect of effects) {
    if (effect.kind !== 'cached-list' || effect.armedState === undefined) continue;
    const at = effect.armedState.now - effect.milliseconds;
    return { world: past(world, effect.armedState, at), dateOffset: at - now, age: now - at };
  }
  const stale = row.method === 'GET' ? world.faults.staleState(now) : undefined;
  if (stale !== undefined) {
    return { world: past(world, stale, stale.now), dateOffset: skew, age: undefined };
  }
  if (skew === 0) return { world, dateOffset: 0, age: undefined };
  const skewed = withClock(world, () => world.clock.now() + skew);
  return {
    world: skewed,
    /** Milliseconds by which the `Date` header differs from the mock's clock. */
    dateOffset: skew,
    /** Milliseconds since the response was fresh; undefined if it does not come from a cache. */
    age: undefined,
  };
}

async function delayBody(response: Response, wait: () => Promise<void>): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  if (bytes.length === 0) return response;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await wait();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers });
}

type Answer = FaultEffect & { kind: 'answer' };

/** The code of an error's body, if a fault sets that body as a whole. */
function codeIn(body: unknown): string | undefined {
  const { code } = (body ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

function answerOf({ status, code, body, html, headers, retryAfter }: Answer): ForcedResponse {
  const wait = retryAfter === undefined ? {} : { 'Retry-After': wholeSeconds(retryAfter) };
  const fields = { headers: { ...wait, ...headers } };
  if (html !== undefined) return { ...htmlResponse(html, status), ...fields };
  const name = code ?? codeOfStatus(status);
  const value = body ?? { status, code: name, message: `Injected fault: ${name}` };
  const logged = { value, code: body === undefined ? name : codeIn(body) };
  return { ...anyJsonResponse(value, status), ...fields, logged };
}

function wholeSeconds(milliseconds: number): string {
  return String(Math.ceil(milliseconds / 1000));
}

function codeOfStatus(status: number) {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 503) return 'SERVICE_UNAVAILABLE';
  return status >= 500 ? 'INTERNAL_ERROR' : 'INVALID_INPUT';
}

function gateway(
  { form, status = 200 }: FaultEffect & { kind: 'foreign-response' },
  { random }: World,
  row: OperationRow,
): ForcedResponse {
  const index = Math.floor(random.fraction('foreign-response') * foreignForms.length);
  return foreignResponse(form ?? foreignForms[index] ?? 'empty-object', status, row);
}

async function revokeStampingSession(world: World, write: Write, stamp: string): Promise<void> {
  const { publicKey } = await verifyStamp(stamp, '');
  for (const { id } of world.ports.sessionsOf(world, publicKey ?? '')) {
    world.ports.revokeSession({ world, write }, id);
  }
}

/** Applies the faults before the operation; returns a response in its place. @throws Refusal, ConnectionLost */
export async function applyFaultsBefore(
  effects: readonly FaultEffect[],
  { row, headers }: { readonly row: OperationRow; readonly headers: Headers },
  world: World,
  write: Write,
): Promise<ForcedResponse | undefined> {
  for (const effect of effects) {
    if (effect.kind === 'refuse-connection') throw new ConnectionLost('ECONNREFUSED');
    if (effect.kind === 'reset-connection') throw new ConnectionLost();
    if (effect.kind === 'delay') await world.settings.sleep(effect.milliseconds);
    if (effect.kind === 'expire-challenge') {
      const challenge = challenges.in(world).get(headers.get(REQUEST_ID_HEADER) ?? '');
      if (challenge) write.update(challenges, challenge, { expiresAt: world.clock.now() });
    }
    if (effect.kind === 'revoke-session') {
      await revokeStampingSession(world, write, headers.get(SIGNATURE_HEADER) ?? '');
    }
    if (effect.kind === 'stale-read') {
      world.faults.holdBack(captureState(world), world.clock.now() + effect.milliseconds);
    }
    if (effect.kind === 'answer') return answerOf(effect);
    if (effect.kind === 'foreign-response' && effect.applied !== true) {
      return gateway(effect, world, row);
    }
  }
  return undefined;
}

/** Applies the faults of the steps after the operation. @throws ConnectionLost */
export async function applyFaultsAfter(
  effects: readonly FaultEffect[],
  row: OperationRow,
  response: Response,
  world: World,
): Promise<Response> {
  const { settings } = world;
  let result = response;
  for (const effect of effects) {
    if (effect.kind === 'lose-reply') throw new ConnectionLost();
    if (effect.kind === 'foreign-response') result = toResponse(gateway(effect, world, row));
    if (effect.kind === 'delay-body') {
      result = await delayBody(result, () => settings.sleep(effect.milliseconds));
    }
    if (effect.kind === 'truncate') result = await truncate(result, effect.bytes);
  }
  return result;
}

/** Returns a request that does not need the connection it came over. */
async function detached(request: Request): Promise<Request> {
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: await request.arrayBuffer() });
}

/**
 * Lets a write that a fault struck arrive later, on the mock's clock; its entry in the log then
 * shows what it changed. The service checks and dates it when it arrives, however far the clock was
 * moved: its challenge may have expired.
 *
 * @returns whether the write was struck
 */
export async function postpone(
  effects: readonly ArmedEffect[],
  incoming: Omit<Incoming, 'write' | 'faults'>,
  log: RequestLog,
): Promise<boolean> {
  const effect = effects.find(({ kind }) => kind === 'late-apply');
  if (effect?.kind !== 'late-apply') return false;
  const { entry } = incoming;
  const request = await detached(incoming.request);
  const at = incoming.world.clock.now() + effect.milliseconds;
  const world = withClock(incoming.world, () => at);
  const run = async () => {
    const write = new Writer(world);
    let note = 'It was carried out later.';
    try {
      await runOperation({ ...incoming, world, request, write, faults: noEffects });
    } catch (error) {
      const reason = error instanceof Refusal ? error.facts.explanation : String(error);
      note = `It was refused when it arrived: ${reason}`;
    }
    log.amend(entry, write.changes, note);
  };
  world.faults.late.add({ at, run, ended: () => world.webhooks.wake() });
  return true;
}
