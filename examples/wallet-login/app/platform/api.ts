import type { Me, Person } from '../../backend/account-routes.ts';
import type { DemoFacts } from '../../backend/create-backend.ts';
import type { Overview } from '../../backend/overview.ts';

/** A call to the platform's own routes that failed. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** `NETWORK`, or the backend's code. */
  readonly code: string;
  /** The field of the form that the backend refused. */
  readonly field: 'name' | 'email' | undefined;

  constructor(code: string, details: { cause?: unknown; field?: 'name' | 'email' } = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.field = details.field;
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
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Result;
  const { code, field } = (answer ?? {}) as { code?: unknown; field?: unknown };
  const isField = field === 'name' || field === 'email';
  throw new PlatformError(typeof code === 'string' ? code : 'UNEXPECTED', isField ? { field } : {});
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
