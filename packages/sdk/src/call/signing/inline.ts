import type { Fields, InlinePayload } from '@org/payments-contract';
import { SignatureRequiredError } from '../../errors/caller-errors.ts';
import { ContractError } from '../../errors/network-errors.ts';
import { CLOCK_TOLERANCE } from '../../outcome/read-timing.ts';
import { type Call, uncached } from '../call.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import { changeOf } from '../request/prepare.ts';
import type { Result } from '../result.ts';
import { idempotencyKeyOf } from '../send/leg.ts';
import type { StepChallenge } from './pending-step.ts';
import { firstLeg, type LegEnd, stampedLeg } from './signed-retry.ts';
import { stampPayload } from './stamp.ts';

/** Returns where the payload of an inline signature is. @throws Error for a row without it */
function payloadOf({ operation }: Call): InlinePayload {
  const { payload } = operation.row;
  if (payload !== undefined) return payload;
  throw new Error(`The row of ${operation.name} signs inline and does not name a payload.`);
}

/** Reads the resource that carries the payload, within the call's remaining deadline. */
async function readResource(call: Call, request: PreparedRequest): Promise<Fields> {
  const { context, settings } = call;
  const { read, input } = payloadOf(call);
  const operation = context.operation(read);
  if (operation === undefined) throw new Error(`The contract has no operation ${read}.`);
  const { signal } = settings;
  const limits = { ...call.options, signal, deadline: Math.max(1, call.remaining) };
  const { value } = await call.read(context, operation, input(changeOf(request)), uncached(limits));
  return value as Fields;
}

/**
 * Returns the payload to sign, which the operation's resource carries, such as the quote of an
 * execution. Undefined if this resource needs no signature.
 */
export async function dueSignature(
  call: Call,
  request: PreparedRequest,
): Promise<StepChallenge | undefined> {
  const { pick, until } = payloadOf(call);
  const resource = await readResource(call, request);
  const payloadToSign = pick(resource);
  if (payloadToSign === undefined) return undefined;
  const expiresAt = until(resource);
  if (expiresAt !== undefined) return { payloadToSign, expiresAt };
  throw new ContractError('The resource with the payload to sign has no expiry time.', {
    operation: call.operation.name,
    status: 200,
    accepted: false,
  });
}

/** Returns the result of the only request: no challenge is read as its response. */
function resultIn({ result, challenge }: LegEnd): Result {
  if (challenge === undefined) return result;
  throw new Error(
    'A response with a challenge was not refused, although the operation is signed inline.',
  );
}

/** Sends the request without a stamp, which its resource does not need. */
export async function sendUnsigned(call: Call, request: PreparedRequest): Promise<Result> {
  return resultIn(await firstLeg(call, request));
}

/**
 * Runs an operation that is signed inline: reads the payload, has it stamped if there is one, and
 * sends one request. A repeated attempt carries the same stamp and the same idempotency key.
 *
 * @throws SignatureRequiredError when a signature is required and no stamper was passed
 * @throws SigningError when the stamper fails
 */
export async function runInline(call: Call, request: PreparedRequest): Promise<Result> {
  // A key that cannot be sent is refused before anybody is asked to sign.
  call.idempotencyKey = idempotencyKeyOf(call, request);
  const due = await dueSignature(call, request);
  if (due === undefined) return sendUnsigned(call, request);
  const { stamper } = call.settings;
  if (stamper === undefined) {
    throw new SignatureRequiredError(due, { operation: call.operation.name });
  }
  const lifetime = Date.parse(due.expiresAt) - call.now();
  // A payload that seems to have expired is stamped anyway: our clock may be wrong.
  const left = lifetime > 0 ? lifetime : CLOCK_TOLERANCE;
  const stamp = await stampPayload(call, stamper, due.payloadToSign, left);
  return resultIn(await stampedLeg(call, request, { stamp, requestId: undefined }));
}
