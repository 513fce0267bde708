import { parseBody } from '../checks/bodies.ts';
import { addressOf, type CallerHooks, requireUser } from '../checks/caller.ts';
import {
  readJson,
  requireCall,
  requireJson,
  requireLength,
  requireOrigin,
} from '../checks/request-checks.ts';
import type { RelayFailure } from '../options/options.ts';
import { observe, type RelaySettings } from '../options/settings.ts';
import { ReadBudget } from '../ownership/ownership-reads.ts';
import type { RelayCall } from '../protocol/index.ts';
import { afterAccepted, refusalOf } from '../refusals/error-refusals.ts';
import { RelayRefusal, wholeSeconds } from '../refusals/refusal.ts';
import { actionBegin, actionComplete } from './actions.ts';
import { challenge } from './challenge.ts';
import { describe } from './describe.ts';
import { passkeyBegin, passkeyComplete, passkeyOptions } from './passkeys.ts';
import type { CallHandler, RelayContext, RelayDialect, RelayRequest } from './relay-context.ts';
import { account, refreshBegin, refreshComplete, revokeBegin, revokeComplete } from './sessions.ts';
import { verify } from './verify.ts';

const callHandlers: { readonly [Call in RelayCall]: CallHandler<Call> } = {
  account,
  describe,
  challenge,
  verify,
  passkeyOptions,
  passkeyBegin,
  passkeyComplete,
  refreshBegin,
  refreshComplete,
  revokeBegin,
  revokeComplete,
  actionBegin,
  actionComplete,
};

/** The platform's functions that the relay calls. */
export interface RelayHooks extends CallerHooks {
  readonly onError: ((error: unknown, failure: RelayFailure) => unknown) | undefined;
}

/** The progress of a request, for `onError`; filled in while it is handled. */
interface Progress {
  call?: RelayCall;
  userId?: string;
}

/** The only headers a response has. */
const responseHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Carries out a call, once its body has been validated. */
function carryOut<Call extends RelayCall>(relay: RelayContext, call: Call, request: RelayRequest) {
  const { dialect } = request;
  const body = parseBody(call, request.body, dialect);
  const handler = call === 'verify' ? dialect?.verify : undefined;
  return (handler ?? callHandlers[call])(relay, { ...request, body } as never);
}

async function dialectOf({ dialect }: RelaySettings): Promise<RelayDialect | undefined> {
  return dialect && (await import('./2026-08.ts')).dialect;
}

/** Runs the checks in order of their cost, and reads the body last. */
async function run(relay: RelayContext, hooks: RelayHooks, request: Request, progress: Progress) {
  const { settings, limits } = relay;
  const { call, mount } = requireCall(request, settings);
  progress.call = call;
  const origin = requireOrigin(request, settings);
  requireJson(request);
  requireLength(request, settings);
  const address = await addressOf(hooks, request, settings);
  if (address !== undefined) await limits.count('callsPerAddress', address);
  const user = await requireUser(hooks, request, settings);
  progress.userId = user.id;
  await limits.count('calls', user.id);
  const body = await readJson(request, settings);
  const budget = new ReadBudget(settings.maxReads);
  const dialect = await dialectOf(settings);
  return carryOut(relay, call, { user, budget, origin, mount, address, dialect, body });
}

function refuse(refusal: RelayRefusal): Response {
  const { status, retryAfter } = refusal;
  const headers = {
    ...responseHeaders,
    ...(retryAfter !== undefined && { 'retry-after': String(wholeSeconds(retryAfter)) }),
    ...(status === 405 && { allow: 'POST' }),
  };
  return Response.json(refusal.toJSON(), { status, headers });
}

/** Writes a refusal as a response. A refusal that cannot be written, because a field throws, is a failure. */
function responseTo(refusal: RelayRefusal): Response {
  try {
    return refuse(refusal);
  } catch (cause) {
    return refuse(new RelayRefusal(500, 'INTERNAL_ERROR', { message: 'The relay failed.', cause }));
  }
}

/**
 * Responds to one request. Never rejects: every failure becomes a response of the protocol.
 *
 * @param contextOf returns the relay's parts, or throws if an option is missing
 */
export async function handle(
  contextOf: () => RelayContext,
  hooks: RelayHooks,
  request: Request,
): Promise<Response> {
  const progress: Progress = {};
  try {
    const result = await run(contextOf(), hooks, request, progress);
    return await afterAccepted(() => Response.json(result, { headers: responseHeaders }));
  } catch (error) {
    const refusal = refusalOf(error);
    const { status, code } = refusal;
    if (status >= 500) {
      const failure = { call: progress.call, status, code, userId: progress.userId };
      observe('onError', hooks.onError, refusal.cause ?? error, failure);
    }
    return responseTo(refusal);
  }
}
