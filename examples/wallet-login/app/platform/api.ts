import type { Me, Person } from '../../backend/account-routes.ts';
import type { Overview } from '../../backend/create-backend.ts';

interface PlatformErrorDetails {
  readonly cause?: unknown;
  /** The field of the form that the backend refused. */
  readonly field?: 'name' | 'email' | undefined;
  /** Milliseconds until it makes sense to try again. */
  readonly retryAfter?: number | undefined;
}

/** A call to the platform's own routes that failed. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** `NETWORK`, or the backend's code. */
  readonly code: string;
  readonly field: PlatformErrorDetails['field'];
  readonly retryAfter: PlatformErrorDetails['retryAfter'];

  constructor(code: string, { cause, field, retryAfter }: PlatformErrorDetails = {}) {
    super(code, { cause });
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

async function call<Result>(path: string, body?: unknown): Promise<Result> {
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(15_000);
  const sent = fetch(`/api/${path}`, { ...(body !== undefined && post), signal });
  const response = await sent.catch((cause: unknown) => {
    throw new PlatformError('NETWORK', { cause });
  });
  const received: unknown = await response.json().catch(() => null);
  if (response.ok) return received as Result;
  const { code, field } = (received ?? {}) as { code?: unknown; field?: unknown };
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  throw new PlatformError(typeof code === 'string' ? code : 'UNEXPECTED', {
    field: field === 'name' || field === 'email' ? field : undefined,
    retryAfter: seconds >= 0 ? seconds * 1000 : undefined,
  });
}

/** The platform's own routes. */
export const api = {
  me: () => call<Me | null>('me'),
  overview: () => call<Overview>('overview'),
  signUp: (person: Person) => call<Me>('sign-up', person),
  logIn: (email: string) => call<Me>('log-in', { email }),
  logOut: () => call<null>('log-out', {}),
};

export type { Me, Overview };
