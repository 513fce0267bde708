import type { RelayCall } from '@org/payments-contract';
import type { RelayUser } from './actions.ts';
import { callHandlers } from './call-handlers.ts';
import type { RelayFailure } from './options.ts';
import { RelayRefusal } from './refusal.ts';
import { refusalOf } from './refusal-of.ts';
import type { RelayContext } from './relay-context.ts';
import {
  readJson,
  requireCall,
  requireJson,
  requireOrigin,
  withoutBody,
} from './request-checks.ts';

/** What the relay asks the platform. */
export interface RelayHooks {
  readonly authenticate: (request: Request) => RelayUser | null | Promise<RelayUser | null>;
  readonly onError: ((error: unknown, failure: RelayFailure) => void) | undefined;
}

/** How far a request came; filled in on the way, for `onError`. */
interface Progress {
  call?: RelayCall;
  userId?: string;
}

/** The only headers an answer has. */
const answerHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function isUser(user: RelayUser | null | undefined): user is RelayUser {
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  return user !== null && user !== undefined && isText(user.id) && isText(user.customerId);
}

async function requireUser({ authenticate }: RelayHooks, request: Request): Promise<RelayUser> {
  const user = await authenticate(withoutBody(request));
  if (isUser(user)) return user;
  if (user !== null) throw new TypeError('`authenticate` gave no user with id and customerId.');
  throw new RelayRefusal(401, 'NOT_AUTHENTICATED', { message: 'Nobody is logged in.' });
}

async function run(relay: RelayContext, hooks: RelayHooks, request: Request, progress: Progress) {
  const { settings, limits } = relay;
  const call = requireCall(request, settings);
  progress.call = call;
  const origin = requireOrigin(request, settings);
  requireJson(request);
  const user = await requireUser(hooks, request);
  progress.userId = user.id;
  await limits.count('calls', user.id);
  const body = await readJson(request, settings);
  return callHandlers[call](relay, { user, origin, body });
}

function refuse(refusal: RelayRefusal): Response {
  const { status, retryAfter } = refusal;
  const headers = {
    ...answerHeaders,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(status === 405 && { allow: 'POST' }),
  };
  return Response.json(refusal.toJSON(), { status, headers });
}

/** Answers one request. Never rejects: whatever goes wrong becomes an answer of the protocol. */
export async function handle(
  relay: RelayContext,
  hooks: RelayHooks,
  request: Request,
): Promise<Response> {
  const progress: Progress = {};
  try {
    const answer = await run(relay, hooks, request, progress);
    return Response.json(answer, { headers: answerHeaders });
  } catch (error) {
    const refusal = refusalOf(error);
    const { status, code } = refusal;
    if (status >= 500) {
      const failure = { call: progress.call, status, code, userId: progress.userId };
      try {
        hooks.onError?.(refusal.cause ?? error, failure);
      } catch {
        // A log that fails must not take the answer with it.
      }
    }
    return refuse(refusal);
  }
}
