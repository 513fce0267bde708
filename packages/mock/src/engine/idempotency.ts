import type { Call, Result } from './behaviour.ts';
import { storedResponses } from './tables.ts';

const KEPT_RESPONSES = 10_000;

/**
 * Returns the name under which a key's response is stored. A key belongs to its caller: two agents
 * can use the same key.
 */
function slotOf(call: Call): string | undefined {
  const { idempotencyKey } = call.input as { readonly idempotencyKey?: string };
  const isKeyed = call.operation.row.retry === 'keyed' && idempotencyKey !== undefined;
  if (!isKeyed) return undefined;
  return `${call.agentId ?? ''} ${call.operation.name} ${call.path} ${idempotencyKey}`;
}

/** Returns the first result for a request's idempotency key; undefined for a new key. */
export function storedResult(call: Call): Result | undefined {
  const slot = slotOf(call);
  const stored = slot === undefined ? undefined : storedResponses.in(call.world).get(slot);
  if (stored === undefined) return undefined;
  call.note('The idempotency key was seen before: this is the first response again.');
  return { status: stored.status, body: stored.body };
}

/** Returns the first result again if a request repeats an idempotency key; otherwise runs it. */
export function withIdempotency(
  call: Call,
  run: () => Result | Promise<Result>,
): Result | Promise<Result> {
  const slot = slotOf(call);
  return slot === undefined ? run() : runOnce(call, slot, run);
}

async function runOnce(
  call: Call,
  slot: string,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const kept = storedResponses.in(call.world);
  const stored = storedResult(call);
  if (stored !== undefined) return stored;
  const running = run();
  // A synchronous change is stored at once, so that of two equal requests only one is carried out.
  const result = running instanceof Promise ? await running : running;
  const oldest = kept.size >= KEPT_RESPONSES ? kept.oldest() : undefined;
  if (oldest !== undefined) call.write.delete(storedResponses, oldest.id);
  const status = result.status ?? call.operation.successStatus;
  if (kept.get(slot) === undefined) {
    call.write.insert(storedResponses, { id: slot, status, body: result.body });
  }
  return result;
}
