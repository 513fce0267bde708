import type { FaultEffect } from '../faults/fault-list.ts';
import type { OpenEntry } from '../request-log.ts';
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
import { storedResult, withIdempotency } from './idempotency.ts';
import { readBody, readHeaders, readQuery } from './read-input.ts';
import { withoutBytes } from './read-multipart.ts';
import { unauthorized } from './refusal.ts';
import type { Match } from './router.ts';
import { runSigned } from './signed-retry.ts';
import { type Leniency, validate } from './validate.ts';

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
