import { canTransition, type Fields, IDEMPOTENCY_KEY_HEADER } from '@org/payments-contract';
import { ConflictError } from '../errors/api-error.ts';
import { InvalidRequestError, SignatureRequiredError } from '../errors/caller-errors.ts';
import { ContractError } from '../errors/network-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { ReadResult } from '../outcome/reconcile.ts';
import { Call, type Read } from './call.ts';
import type { CalledOperation, ClientContext } from './context.ts';
import type { AnyCallOptions, CallOptions, ExtraFields, KeyedCallOptions } from './options.ts';
import { type PreparedRequest, prepare } from './request/prepare.ts';
import { refuseProgress } from './request/upload/upload.ts';
import { type ApiCall, apiCall, type Result, resultOf } from './result.ts';
import { idempotencyKeyOf } from './send/leg.ts';
import { send } from './send/send.ts';
import { dueSignature, runInline, sendUnsigned } from './signing/inline.ts';
import { PendingStep, type PendingStepInput, readPendingStep } from './signing/pending-step.ts';
import { firstLeg, sendAndSign, stampedLeg } from './signing/signed-retry.ts';

/**
 * Refuses a transition that is forbidden from the resource's state, as the caller last read it.
 *
 * @throws ConflictError with the code the service would respond with, `INVALID_STATE_TRANSITION`
 */
function refuseForbiddenMove(
  { row, name: operation }: CalledOperation,
  input: unknown,
  current: object | undefined,
): void {
  if (row.moves === undefined || current === undefined) return;
  const { field, machine } = row.moves;
  const from = (current as Fields)[field];
  const to = (input as Fields)[field];
  if (typeof from !== 'string' || typeof to !== 'string') return;
  if (!Object.hasOwn(machine.transitions, from) || canTransition(machine, from, to)) return;
  const message = `A resource in the state ${from} cannot change to ${to}. This call has sent nothing.`;
  throw new ConflictError(
    { status: 409, code: 'INVALID_STATE_TRANSITION', message },
    { operation },
  );
}

/** An operation that was carried out, because it did not need a signature. */
export interface Done<Value> {
  /** `done`, or `challenge` for a step that needs a signature. */
  readonly status: 'done';
  /** The result of the operation. */
  readonly result: Value;
}

/** The result of a first leg: done at once, or a step to sign and complete. */
export type Begun<Value> = Done<Value> | PendingStep;

/**
 * Requests the challenge of a signed operation, which changes nothing, or sends a read.
 *
 * @param options limits of the call
 */
export async function readEvidence(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: CallOptions,
): Promise<ReadResult> {
  if (operation.row.signing === 'required') {
    const { call, request } = start(context, operation, input, options);
    const { result, challenge } = await call.run(firstLeg, request);
    const value = challenge === undefined ? 'done' : 'challenge';
    return { value, header: (name) => result.response.header(name) };
  }
  const { data, response } = await execute(context, operation, input, options).withResponse();
  const { status } = response;
  if (!(status in operation.row.responses)) {
    const message = `The read has the status ${status}: it may be a part, or changed on its way.`;
    throw new ContractError(message, { operation: operation.name, status, accepted: false });
  }
  return { value: data, header: (name) => response.header(name) };
}

const read: Read = readEvidence;

/** Sends an operation with the kind of signature that its row names. */
function sendAs(call: Call, request: PreparedRequest): Promise<Result> {
  const { signing } = call.operation.row;
  if (signing === 'never') {
    return send(call, request).then((settled) => resultOf(call, settled));
  }
  return signing === 'inline' ? runInline(call, request) : sendAndSign(call, request);
}

/** The error for an input of which a field cannot be read, for example because a getter throws. */
function unreadable({ name: operation }: CalledOperation, error: unknown): unknown {
  if (isPaymentsError(error)) return error;
  const issue = { path: '', message: 'cannot be read: one of its fields failed' };
  return new InvalidRequestError([issue], { operation, cause: error });
}

/** Adds the extra fields of a call. Their code is loaded with the first call that has any. */
async function withExtraFields(
  request: PreparedRequest,
  extra: ExtraFields | undefined,
): Promise<PreparedRequest> {
  if (extra === undefined) return request;
  const { withExtra } = await import('./request/extra.ts');
  return withExtra(request, extra);
}

/**
 * Refuses extra fields where the request is already complete.
 *
 * @throws InvalidRequestError
 */
function refuseExtra(
  { name: operation }: CalledOperation,
  extra: ExtraFields | undefined,
  message: string,
): void {
  if (extra === undefined) return;
  throw new InvalidRequestError([{ path: 'options.extra', message }], { operation });
}

/** @throws InvalidRequestError, ConflictError before anything is sent */
function start(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options: AnyCallOptions | undefined,
): { readonly call: Call; readonly request: PreparedRequest } {
  let request: PreparedRequest;
  try {
    request = prepare(operation, input);
  } catch (error) {
    throw unreadable(operation, error);
  }
  if (options?.current !== undefined) refuseForbiddenMove(operation, input, options.current);
  if (options?.onProgress !== undefined) refuseProgress(request);
  return { request, call: new Call(context, operation, read, options) };
}

function carryOut(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options: AnyCallOptions | undefined,
): Promise<Result> {
  try {
    const { call, request } = start(context, operation, input, options);
    const { extra, onProgress } = options ?? {};
    if (request.form === undefined && extra === undefined) {
      return call.run(sendAs, request);
    }
    return (async () => {
      const whole = await withExtraFields(request, extra);
      if (whole.form === undefined) return call.run(sendAs, whole);
      const { withUpload } = await import('./request/upload/form-body.ts');
      return call.run(sendAs, await withUpload(whole, onProgress));
    })();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Runs with an operation as the client's dialect has it. */
function inDialect<Value>(
  { dialect }: ClientContext,
  operation: CalledOperation,
  run: (operation: CalledOperation) => Promise<Value>,
): Promise<Value> {
  return dialect === undefined
    ? run(operation)
    : dialect.load().then(() => run(dialect.operation(operation)));
}

/**
 * Prepares and runs one call. Invalid input and options reject the promise; nothing is thrown
 * synchronously.
 */
export function execute(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: AnyCallOptions,
): ApiCall<unknown> {
  return apiCall(inDialect(context, operation, (own) => carryOut(context, own, input, options)));
}

/** Runs a request that was prepared elsewhere. */
export function executePrepared(
  context: ClientContext,
  request: () => Promise<PreparedRequest>,
  options: AnyCallOptions | undefined,
): ApiCall<unknown> {
  const result = (async () => {
    const ready = await request();
    refuseExtra(ready.operation, options?.extra, 'put these fields into the request itself');
    const call = new Call(context, ready.operation, read, options);
    return call.run(sendAndSign, ready);
  })();
  return apiCall(result);
}

/**
 * Sends the exact request of an earlier call once more, with its key and its signature, if any.
 * Nothing is signed: a challenge is an error.
 */
export async function sendAgain(
  context: ClientContext,
  request: PreparedRequest,
  options: KeyedCallOptions,
): Promise<Result> {
  const { operation } = request;
  const call = new Call(context, operation, read, options);
  const once = async () => {
    const { result, challenge } = await firstLeg(call, request);
    if (challenge === undefined) return result;
    throw new SignatureRequiredError(challenge, { operation: operation.name });
  };
  return call.run(once, request);
}

/** The request with the key that all legs of a signed operation carry, also in two processes. */
function withKey(call: Call, request: PreparedRequest): PreparedRequest {
  const { idempotencyKey: key } = call;
  if (key === undefined) return request;
  const given = request.headers[IDEMPOTENCY_KEY_HEADER] ?? call.settings.idempotencyKey;
  const headers = { ...request.headers, [IDEMPOTENCY_KEY_HEADER]: key };
  return { ...request, headers, isKeyGenerated: given === undefined };
}

/**
 * Reads the payload of an inline signature. If the resource needs no signature, the operation is
 * carried out at once.
 */
async function beginInline(call: Call, request: PreparedRequest): Promise<Begun<unknown>> {
  call.idempotencyKey = idempotencyKeyOf(call, request);
  const due = await dueSignature(call, request);
  if (due !== undefined) return new PendingStep(withKey(call, request), due);
  return { status: 'done', result: (await sendUnsigned(call, request)).data };
}

/**
 * Sends a signed operation's first leg. If the signature is inline, the payload is read instead,
 * and nothing is changed.
 */
export function begin(
  context: ClientContext,
  given: CalledOperation,
  input: unknown,
  options?: AnyCallOptions,
): Promise<Begun<unknown>> {
  return inDialect(context, given, async (operation) => {
    const { call, request: checked } = start(context, operation, input, options);
    const request = await withExtraFields(checked, options?.extra);
    if (operation.row.signing === 'inline') return call.run(beginInline, request);
    const first = await call.run(firstLeg, request);
    if (first.challenge === undefined) return { status: 'done', result: first.result.data };
    return new PendingStep(withKey(call, request), first.challenge);
  });
}

/** Sends a pending step with its stamp. Of an operation with three legs, the next step may follow. */
export function complete(
  context: ClientContext,
  given: CalledOperation,
  input: PendingStepInput,
  stamp: string,
  options?: AnyCallOptions,
): ApiCall<unknown> {
  const result = inDialect(context, given, async (operation) => {
    const { request, step } = readPendingStep(input, operation);
    refuseExtra(operation, options?.extra, 'the step is complete; pass these fields to `begin`');
    const call = new Call(context, operation, read, options);
    const { requestId, leg } = step;
    const signature = { stamp, requestId, leg };
    return call.run(async () => {
      const { result, challenge } = await stampedLeg(call, request, signature);
      if (operation.row.legs === undefined) return result;
      const next: Begun<unknown> =
        challenge === undefined
          ? { status: 'done', result: result.data }
          : new PendingStep(request, { ...challenge, leg: 3 });
      return { ...result, data: next };
    }, request);
  });
  return apiCall(result);
}
