import { canonicalJson } from '@org/payments-contract/internal';
import { digest } from '../digest.ts';
import type { FaultEffect } from '../faults/fault-list.ts';
import type { OpenEntry } from '../log/request-log.ts';
import type { World, Write } from '../world.ts';
import { authenticate, type Caller } from './authenticate.ts';
import type { Call, InlinePlan, InlineSignature, Plan, Result } from './behaviour.ts';
import { signatureHeaders } from './challenges.ts';
import { checkStamp, requireSigner } from './check-stamp.ts';
import { makeDueMoves } from './due-moves.ts';
import { readBody, readHeaders, readQuery, withoutBytes } from './read-input.ts';
import { checkAll, invalidInput, refuse, unauthorized } from './refusal.ts';
import type { Match } from './router.ts';
import { runSigned } from './signed-retry.ts';
import { storedResponses } from './tables.ts';
import { validate } from './validate.ts';

const KEPT_RESPONSES = 10_000;

/** The place of a request's idempotency key among the stored responses, and what the key is bound to. */
interface KeySlot {
  readonly id: string;
  /** A digest of the operation and its input; empty if a key is not bound to them. */
  readonly request: string;
}

/**
 * Returns the slot of a request's idempotency key. A key belongs to its caller, such as an agent, and is
 * bound to one request of it, unless the option `idempotency` is `lenient`.
 */
function slotOf(call: Call): KeySlot | undefined {
  const { idempotencyKey, ...input } = call.input as { readonly idempotencyKey?: string };
  const { row, name } = call.operation;
  if (row.retry !== 'keyed' || idempotencyKey === undefined) return undefined;
  const caller = call.agentId ?? '';
  if (call.world.settings.choices.idempotency === 'lenient') {
    return { id: `${caller} ${name} ${call.path} ${idempotencyKey}`, request: '' };
  }
  return { id: `${caller} ${idempotencyKey}`, request: digest(`${name} ${canonicalJson(input)}`) };
}

/** Returns the first result for a key, if there is one. @throws Refusal 409 for a key of another request */
function storedResult(call: Call, { id, request }: KeySlot): Result | undefined {
  const stored = storedResponses.in(call.world).get(id);
  if (stored === undefined) return undefined;
  if (stored.request !== request) {
    throw refuse('CONFLICT', 'The idempotency key was used with another request');
  }
  call.note('The idempotency key was seen before: this is the first response again.');
  return { status: stored.status, body: stored.body };
}

/** Returns the first result again if a request repeats an idempotency key; otherwise runs it. */
function withIdempotency(
  call: Call,
  run: (call: Call) => Result | Promise<Result>,
): Result | Promise<Result> {
  const slot = slotOf(call);
  return slot === undefined ? run(call) : runOnce(call, slot, run);
}

async function runOnce(
  call: Call,
  slot: KeySlot,
  run: (call: Call) => Result | Promise<Result>,
): Promise<Result> {
  const kept = storedResponses.in(call.world);
  const stored = storedResult(call, slot);
  if (stored !== undefined) return stored;
  const running = run(call);
  // A synchronous change is stored at once, so that of two equal requests only one is carried out.
  const result = running instanceof Promise ? await running : running;
  const oldest = kept.size >= KEPT_RESPONSES ? kept.oldest() : undefined;
  if (oldest !== undefined) call.write.delete(storedResponses, oldest.id);
  const status = result.status ?? call.operation.successStatus;
  if (kept.get(slot.id) === undefined) {
    call.write.insert(storedResponses, { ...slot, status, body: result.body });
  }
  return result;
}

/** Checks the stamp of a request, and returns its key. @throws Refusal 401 */
async function requireStamp(call: Call, due: InlineSignature): Promise<string | undefined> {
  const { stamp } = signatureHeaders(call.headers);
  if (stamp === null) {
    throw unauthorized('missingSignature', 'Expected a stamp over the payload of the resource.');
  }
  return checkStamp(stamp, due, call);
}

/**
 * Runs an operation that is signed inline: one request, whose stamp covers a payload that another
 * resource carries. A repeated idempotency key gets the first response, before anything is checked.
 *
 * @throws Refusal 409 for a key that was used with another request, 401 for a missing or wrong stamp, if one is required
 */
async function runInline(call: Call, planOf: (call: Call) => InlinePlan): Promise<Result> {
  const slot = slotOf(call);
  const stored = slot && storedResult(call, slot);
  if (stored !== undefined) return stored;
  const plan = planOf(call);
  plan.check();
  const publicKey = plan.signature && (await requireStamp(call, plan.signature));
  // During the check of the stamp, another request may have been applied.
  return withIdempotency(call, () => {
    const now = planOf(call);
    now.check();
    if (now.signature !== undefined) requireSigner(publicKey, now.signature.signers, call);
    return now.apply();
  });
}

export interface Incoming {
  readonly request: Request;
  readonly match: Match;
  /** Path below the base URL, decoded, without the query. */
  readonly path: string;
  /** The query with its question mark, or an empty text. */
  readonly search: string;
  readonly world: World;
  readonly write: Write;
  readonly entry: OpenEntry;
  readonly faults: readonly FaultEffect[];
}

/** Checks the input of a request whose caller is known and whose body has been read. */
function prepare(incoming: Incoming, { agentId, tokenId }: Caller, body: unknown): Call {
  const { request, match, path, search, world, write, entry, faults } = incoming;
  const { operation, params } = match;
  const { headers } = request;
  const shown = operation.row.media === 'multipart' ? withoutBytes(body) : body;
  entry.requestBody = shown;
  const raw = {
    params,
    query: readQuery(operation, search),
    headers: readHeaders(operation.row, headers),
    body,
  };
  const note = (text: string) => {
    entry.notes = [...entry.notes, text];
  };
  const { isLenient = false, fieldChecks } = operation.behaviour;
  const valid = validate(operation.row, raw, {
    dropsUnknownFields: isLenient || world.settings.choices.unknownFields === 'ignore',
    skipsRules: isLenient,
  });
  for (const field of valid.dropped)
    note(`The field ${field} is not in the contract; it was ignored.`);
  const call: Call = {
    operation,
    path,
    input: valid.input,
    known: valid.known,
    body,
    headers,
    world,
    write,
    faults,
    agentId,
    tokenId,
    note,
  };
  const { errors } = valid;
  if (errors.length > 0) {
    const refuseForm = () => {
      throw invalidInput(errors);
    };
    checkAll(refuseForm, ...(fieldChecks?.(call as never) ?? []));
  }
  return call;
}

/** Carries out one request: credentials, body, contract, behaviour, in this order. @throws Refusal */
export async function runOperation(incoming: Incoming): Promise<Result> {
  const { entry, match, request, world } = incoming;
  const { row, behaviour } = match.operation;
  const caller = authenticate(match.operation, request.headers, world);
  const body = row.body === undefined ? undefined : await readBody(match.operation, request);
  // From here to the first check that takes time, no other request comes between.
  makeDueMoves(world);
  const call = prepare(incoming, caller, body);
  const run = behaviour as (call: Call) => unknown;
  if (row.signing === 'inline') return runInline(call, run as (call: Call) => InlinePlan);
  if (row.signing === 'never') {
    return withIdempotency(call, run as (call: Call) => Result | Promise<Result>);
  }
  const { result, requestId } = await runSigned(call, run as (call: Call) => Plan);
  entry.requestId = requestId;
  return result;
}
