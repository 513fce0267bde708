import type { Me, Person } from '../../backend/account-routes.ts';
import type { DemoFacts } from '../../backend/create-backend.ts';
import type { Overview } from '../../backend/overview.ts';

interface PlatformErrorDetails {
  readonly cause?: unknown;
  readonly field?: 'name' | 'email' | undefined;
  readonly retryAfter?: number | undefined;
}

/** A call to the platform's own routes that failed. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** `NETWORK`, or the backend's code. */
  readonly code: string;
  /** The field of the form that the backend refused. */
  readonly field: 'name' | 'email' | undefined;
  /** Milliseconds until it makes sense to try again. */
  readonly retryAfter: number | undefined;

  constructor(code: string, details: PlatformErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
  }
}

async function call<Result>(path: string, body?: unknown): Promise<Result> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(15_000),
    });
  } catch (cause) {
    throw new PlatformError('NETWORK', { cause });
  }
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
  demo: () => call<DemoFacts>('demo'),
  overview: () => call<Overview>('overview'),
  signUp: (person: Person) => call<Me>('sign-up', person),
  logIn: (email: string) => call<Me>('log-in', { email }),
  logOut: () => call<null>('log-out', {}),
};

export type { DemoFacts, Me, Overview, Person };
