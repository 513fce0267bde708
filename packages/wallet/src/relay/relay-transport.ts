import { relayError } from '../errors/relay-errors.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { type RelayCall, type RelayErrorBody, relayPaths } from '../relay-protocol.ts';
import { isAnswer } from './answers.ts';
import type { TransportOptions, WalletTransport } from './transport.ts';

/** How to reach a relay. */
export interface RelayTransportOptions {
  /** Where the relay is mounted, such as `/api/wallet`; same origin. */
  readonly relay: string;
  /** For headers of your own, such as a CSRF token. Default: the page's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Milliseconds until a call is given up; default 30,000. */
  readonly timeout?: number;
}

const DEFAULT_TIMEOUT = 30_000;

function isErrorBody(body: unknown): body is RelayErrorBody {
  return typeof (body as Partial<RelayErrorBody> | null)?.code === 'string';
}

/** `Retry-After` in seconds, for relays behind something that limits by itself. */
function retryAfter(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

async function refusal(response: Response): Promise<WalletError> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isErrorBody(body)) {
    return relayError({ ...body, ...withRetryAfter(body.retryAfter ?? retryAfter(response)) });
  }
  const codes: Readonly<Record<number, string>> = {
    401: 'NOT_AUTHENTICATED',
    403: 'FORBIDDEN',
    429: 'RATE_LIMITED',
  };
  const code =
    codes[response.status] ??
    (response.status >= 502 ? 'SERVICE_UNAVAILABLE' : `HTTP_${response.status}`);
  return relayError({ code, ...withRetryAfter(retryAfter(response)) });
}

function withRetryAfter(seconds: number | undefined): { retryAfter?: number } {
  return seconds === undefined ? {} : { retryAfter: seconds };
}

/** Leg 2 changes something: when its answer is lost, nobody knows. */
function isLegTwo(call: RelayCall): boolean {
  return call.endsWith('Complete');
}

/** Speaks the relay protocol over fetch. */
export function createRelayTransport(options: RelayTransportOptions): WalletTransport {
  const mount = options.relay.replace(/\/+$/, '');

  async function send(call: RelayCall, request: unknown, { signal }: TransportOptions = {}) {
    const timeout = AbortSignal.timeout(options.timeout ?? DEFAULT_TIMEOUT);
    let response: Response;
    let body: unknown;
    try {
      response = await (options.fetch ?? fetch)(mount + relayPaths[call], {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(request),
        credentials: 'same-origin',
        redirect: 'error',
        cache: 'no-store',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (!response.ok) throw await refusal(response);
      body = await response.json();
    } catch (cause) {
      if (cause instanceof WalletError) throw cause;
      if (isLegTwo(call)) throw new WalletError('OUTCOME_UNKNOWN', { cause });
      if (signal?.aborted === true) throw new WalletError('ABORTED', { cause });
      if (cause instanceof SyntaxError) throw new WalletError('UNEXPECTED', { cause });
      throw new WalletError('NETWORK', { cause });
    }
    if (!isAnswer(call, body)) {
      throw new WalletError('UNEXPECTED', { cause: new TypeError(`Not an answer to ${call}.`) });
    }
    return body;
  }

  const calls = Object.keys(relayPaths) as RelayCall[];
  const methods = calls.map((call) => [
    call,
    (request: unknown, sent?: TransportOptions) => send(call, request, sent),
  ]);
  return Object.freeze(Object.fromEntries(methods)) as WalletTransport;
}
