import { REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { verifyStamp } from '@org/payments-crypto';
import { ConnectionLost } from '../engine/connection-lost.ts';
import { Refusal } from '../engine/refusal.ts';
import { challenges } from '../engine/tables.ts';
import { captureState, type World, type Write } from '../world.ts';
import type { FaultEffect } from './fault.ts';
import {
  type ForcedResponse,
  foreignForms,
  foreignResponse,
  htmlResponse,
  toResponse,
} from './foreign-responses.ts';
import { truncate } from './truncate.ts';

/** Returns the same response with a body that starts only after a wait. */
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

function forcedRefusal(effect: FaultEffect & { kind: 'answer' }): Refusal {
  const { status, retryAfter } = effect;
  const code = effect.code ?? codeOfStatus(status);
  return new Refusal({
    status,
    code,
    message: `Injected fault: ${code}`,
    explanation: 'A fault added to the mock responded to this request.',
    ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': wholeSeconds(retryAfter) } }),
  });
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
): ForcedResponse {
  const index = Math.floor(random.fraction('foreign-response') * foreignForms.length);
  return foreignResponse(form ?? foreignForms[index] ?? 'empty-object', status);
}

async function revokeStampingSession(world: World, write: Write, stamp: string): Promise<void> {
  const { publicKey } = await verifyStamp(stamp, '');
  for (const { id } of world.ports.sessionsOf(world, publicKey ?? '')) {
    world.ports.revokeSession({ world, write }, id);
  }
}

/**
 * Applies the faults of the steps before the operation.
 *
 * @returns the response to send instead of the operation's, if any
 * @throws Refusal, ConnectionLost
 */
export async function applyFaultsBefore(
  effects: readonly FaultEffect[],
  headers: Headers,
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
    if (effect.kind === 'answer') {
      if (effect.html !== undefined) return htmlResponse(effect.html, effect.status);
      throw forcedRefusal(effect);
    }
    if (effect.kind === 'foreign-response' && effect.applied !== true) {
      return gateway(effect, world);
    }
  }
  return undefined;
}

/** Applies the faults of the steps after the operation. @throws ConnectionLost */
export async function applyFaultsAfter(
  effects: readonly FaultEffect[],
  response: Response,
  world: World,
): Promise<Response> {
  const { settings } = world;
  let result = response;
  for (const effect of effects) {
    if (effect.kind === 'lose-reply') throw new ConnectionLost();
    if (effect.kind === 'foreign-response') result = toResponse(gateway(effect, world));
    if (effect.kind === 'delay-body') {
      result = await delayBody(result, () => settings.sleep(effect.milliseconds));
    }
    if (effect.kind === 'truncate') result = await truncate(result, effect.bytes);
  }
  return result;
}
