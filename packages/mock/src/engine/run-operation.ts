import type { FaultEffect } from '../faults/fault-list.ts';
import type { OpenEntry } from '../log/request-log.ts';
import type { World, Write } from '../world.ts';
import { authenticate, type Caller } from './authenticate.ts';
import type {
  AnyBehaviour,
  Call,
  InlineBehaviour,
  InlineSignature,
  PlainBehaviour,
  Result,
  SignedBehaviour,
} from './behaviour.ts';
import { signatureHeaders } from './challenges.ts';
import { checkStamp } from './check-stamp.ts';
import { makeDueMoves } from './due-moves.ts';
import { readBody, readHeaders, readQuery, withoutBytes } from './read-input.ts';
import { unauthorized } from './refusal.ts';
import type { Match } from './router.ts';
import { runSigned } from './signed-retry.ts';
import { storedResponses } from './tables.ts';
import { type Leniency, validate } from './validate.ts';

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
function storedResult(call: Call): Result | undefined {
  const slot = slotOf(call);
  const stored = slot === undefined ? undefined : storedResponses.in(call.world).get(slot);
  if (stored === undefined) return undefined;
  call.note('The idempotency key was seen before: this is the first response again.');
  return { status: stored.status, body: stored.body };
}

/** Returns the first result again if a request repeats an idempotency key; otherwise runs it. */
function withIdempotency(
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

async function requireStamp(call: Call, due: InlineSignature): Promise<void> {
  const { stamp } = signatureHeaders(call.headers);
  if (stamp === null) {
    throw unauthorized('missingSignature', 'Expected a stamp over the payload of the resource.');
  }
  await checkStamp(stamp, due, due.signers, call);
}

/**
 * Runs an operation that is signed inline: one request, whose stamp covers a payload that another
 * resource carries. A repeated idempotency key gets the first response, before anything is checked.
 *
 * @throws Refusal 401 for a missing or wrong stamp, if one is required
 */
async function runInline(call: Call, behaviour: InlineBehaviour<never>): Promise<Result> {
  const stored = storedResult(call);
  if (stored !== undefined) return stored;
  const plan = behaviour.plan(call as never);
  plan.check();
  if (plan.signature !== undefined) await requireStamp(call, plan.signature);
  // During the check of the stamp, another request may have been applied.
  return withIdempotency(call, () => {
    const now = behaviour.plan(call as never);
    now.check();
    return now.apply();
  });
}

/** A request whose operation was found. */
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
  /** Injected faults that struck this request. */
  readonly faults: readonly FaultEffect[];
}

function leniencyOf({ world }: Incoming, behaviour: AnyBehaviour): Leniency {
  const { unknownFields } = world.settings.choices;
  return {
    dropsUnknownFields: behaviour.dropsUnknownFields === true || unknownFields === 'ignore',
    skipsRules: behaviour.checksRules === true,
  };
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
  const valid = validate(operation.row, raw, leniencyOf(incoming, operation.behaviour));
  for (const field of valid.dropped)
    note(`The field ${field} is not in the contract; it was ignored.`);
  return {
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
}

/**
 * Carries out one request: credentials, body, contract, behaviour, in this order.
 *
 * @throws Refusal for the first check that fails
 */
export async function runOperation(incoming: Incoming): Promise<Result> {
  const { entry, match, request, world } = incoming;
  const { row, behaviour } = match.operation;
  makeDueMoves(world);
  const caller = authenticate(match.operation, request.headers, world);
  const body = row.body === undefined ? undefined : await readBody(match.operation, request);
  const call = prepare(incoming, caller, body);
  if (row.signing === 'inline' && 'plan' in behaviour) {
    return runInline(call, behaviour as InlineBehaviour<never>);
  }
  if (row.signing === 'conditional' || row.signing === 'required') {
    const { result, requestId } = await runSigned(call, behaviour as SignedBehaviour<never>);
    entry.requestId = requestId;
    return result;
  }
  const plain = behaviour as PlainBehaviour<Call['input']>;
  return withIdempotency(call, () => plain.run(call));
}
