import type { Clock } from '@org/payments-contract/internal';
import { withDeadline } from '../limits/rate-limits.ts';
import type { ActionSchemas, RelayUser } from '../options/actions.ts';
import type { WalletRelayOptions } from '../options/options.ts';
import { RelayRefusal, unavailable } from '../refusals/refusal.ts';
import { withoutBody } from './request-checks.ts';

/**
 * The key under which an adapter stores the socket's address; a global symbol, because adapters are
 * separate modules.
 */
const field = Symbol.for('@org/payments-relay remote address');

export function setRemoteAddress(request: Request, address: string | undefined): void {
  Object.defineProperty(request, field, { value: address });
}

/** The socket address of a request, if an adapter stored it. */
function remoteAddressOf(request: Request): string | undefined {
  const address = (request as unknown as Readonly<Record<symbol, unknown>>)[field];
  return typeof address === 'string' ? address : undefined;
}

/** The platform's functions that identify the sender of a request. */
export type CallerHooks = Pick<
  WalletRelayOptions<RelayUser, ActionSchemas, unknown>,
  'authenticate' | 'clientAddress'
>;

interface Waiting {
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly deadlines: { readonly authenticate: number };
}

/** The key that all clients with an unknown address share. */
const UNKNOWN_ADDRESS = 'unknown';

/** Runs a function of the platform over the request without its body, until the deadline. */
async function callHook<Result>(
  { clock, deadlines }: Waiting,
  request: Request,
  hook: (bare: Request) => Result | Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const bare = withoutBody(request, late.signal);
  const deadline = { clock, milliseconds: deadlines.authenticate };
  return withDeadline(
    deadline,
    () => hook(bare),
    () => {
      const refusal = unavailable('The login could not be checked in time; nothing was changed.');
      late.abort(refusal);
      return refusal;
    },
  );
}

function isUser(user: RelayUser | null | undefined): user is RelayUser {
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  return user !== null && user !== undefined && isText(user.id) && isText(user.customerId);
}

/**
 * @throws RelayRefusal 401 without a logged-in user, 503 if `authenticate` does not respond in time
 */
export async function requireUser(
  { authenticate }: CallerHooks,
  request: Request,
  waiting: Waiting,
): Promise<RelayUser> {
  const user = await callHook(waiting, request, authenticate);
  if (isUser(user)) return user;
  if (user !== null)
    throw new TypeError('`authenticate` did not return a user with id and customerId.');
  throw new RelayRefusal(401, 'NOT_AUTHENTICATED', {
    message: 'The request does not belong to a logged-in user.',
  });
}

/** The client's address for limits; undefined if the platform does not limit by address. */
export async function addressOf(
  { clientAddress }: CallerHooks,
  request: Request,
  waiting: Waiting,
): Promise<string | undefined> {
  if (clientAddress === undefined) return undefined;
  const socket = remoteAddressOf(request);
  const address: unknown = await callHook(waiting, request, (bare) => clientAddress(bare, socket));
  if (address === null || address === undefined || address === '') return UNKNOWN_ADDRESS;
  if (typeof address === 'string') return address;
  throw new TypeError('`clientAddress` did not return text.');
}
