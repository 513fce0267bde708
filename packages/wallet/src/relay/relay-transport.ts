import { isTooDeep } from '@org/payments-contract/internal';
import type { RelayCall, RelayErrorBody } from '@org/payments-relay/protocol';
import { relayPaths } from '@org/payments-relay/protocol';
import type { WalletErrorCode } from '../errors/error-facts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { capturedFetch, hasOwn, jsonOf, toJson } from '../platform/captured.ts';
import { ownOptions } from '../platform/page-input.ts';
import { eitherSignal, isAddress } from '../platform/required.ts';
import { eachCall, type TransportOptions, type WalletTransport } from './transport.ts';

/** The checks behind an `UNAUTHORIZED`, and the codes of relay and service, that have their own. */
const meanings: Readonly<Record<string, WalletErrorCode>> = {
  wrong_otp: 'WRONG_CODE',
  otp_not_requested: 'CODE_EXPIRED',
  oidc_token: 'OAUTH_TOKEN_INVALID',
  passkey: 'PASSKEY_REJECTED',
  session_inactive: 'SESSION_ENDED',
  challenge_expired: 'CHALLENGE_EXPIRED',
  request_id: 'CHALLENGE_EXPIRED',
  stamp_missing: 'SIGNATURE_REJECTED',
  stamp_malformed: 'SIGNATURE_REJECTED',
  stamp_mismatch: 'SIGNATURE_REJECTED',
  body_changed: 'SIGNATURE_REJECTED',
  UNKNOWN_ACTION: 'INVALID_INPUT',
  TICKET_INVALID: 'UNEXPECTED',
  TICKET_EXPIRED: 'CHALLENGE_EXPIRED',
  NOT_AUTHENTICATED: 'PLATFORM_LOGIN_REQUIRED',
  SIGN_IN_REQUIRED: 'FRESH_SIGN_IN_REQUIRED',
  REQUEST_TIMEOUT: 'NETWORK',
  INTERNAL_ERROR: 'UNEXPECTED',
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: 'PASSKEY_EXISTS',
};

/** Codes that mean the same on both sides. */
const shared: readonly WalletErrorCode[] = [
  'INVALID_INPUT',
  'FORBIDDEN',
  'RATE_LIMITED',
  'OUTCOME_UNKNOWN',
  'SERVICE_UNAVAILABLE',
];

/** The wallet's error for a refusal of the relay or, through it, of the service. */
export function relayError({ code, retryAfter, ...details }: RelayErrorBody): WalletError {
  const key = (code === 'UNAUTHORIZED' ? details.reason : code) ?? '';
  const known = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
  const meaning = known ?? shared.find((name) => name === code) ?? 'REFUSED';
  const { reason, requestId, message, docs } = details;
  return new WalletError(meaning, {
    reason,
    requestId,
    message,
    docs,
    serviceCode: code,
    // On the wire seconds, as in the header; in this package milliseconds.
    retryAfter: typeof retryAfter === 'number' ? retryAfter * 1000 : undefined,
  });
}

type Body = Readonly<Record<string, unknown>>;

const OPENED = 'id accountId createdAt expiresAt';
const CHALLENGE = 'ticket expiresAt issuedAt';

/** The text fields that the wallet requires in a response. */
function textsOf(call: RelayCall, body: Body): string {
  if (call === 'describe') return 'id kind';
  if (call === 'account') return 'accountId issuedAt';
  if (body.status === 'challenge') return `${CHALLENGE} payloadToSign requestId`;
  if (call === 'verify') return OPENED;
  return call === 'passkeyOptions' || body.type === 'PASSKEY' ? CHALLENGE : '';
}

function hasTexts(body: Body, names: string): boolean {
  return names.split(' ').every((name) => name === '' || typeof body[name] === 'string');
}

/** Whether the body of a response has the fields that the wallet requires, and maybe more. */
function isUsableResponse(call: RelayCall, body: unknown): boolean {
  if (typeof body !== 'object' || body === null || isTooDeep(body, hasOwn)) return false;
  const fields = body as Body;
  const { result } = fields;
  const opened = call.startsWith('refresh') && typeof result === 'object' && result !== null;
  return hasTexts(fields, textsOf(call, fields)) && (!opened || hasTexts(result as Body, OPENED));
}

/** The options of a transport to a relay. */
export interface RelayTransportOptions {
  /** Where the relay is mounted, such as `/api/wallet`; same origin. */
  readonly relay: string;
  /**
   * Sends the requests, such as with your own headers. Default: the page's `fetch` as it was when
   * the wallet was loaded, whatever has replaced it since.
   */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds until a call is abandoned; default 30,000. */
  readonly timeout?: number | undefined;
}

const DEFAULT_TIMEOUT = 30_000;

/** The meaning of a status when something in front of the relay responded. */
const codes: Readonly<Record<number, string>> = {
  401: 'NOT_AUTHENTICATED',
  403: 'FORBIDDEN',
  408: 'REQUEST_TIMEOUT',
  429: 'RATE_LIMITED',
};

/**
 * Whether a call may have changed something when its response is lost: leg 2, and the start of an
 * action, because one that needs no signature is carried out at once.
 */
function mayHaveChanged(call: RelayCall): boolean {
  return call.endsWith('Complete') || call === 'actionBegin';
}

/** The form of the codes of the relay and of the service. */
const CODE = /^[A-Z][A-Z0-9_]*$/;

/**
 * The relay's refusal in the body of a response; undefined if something in front of the relay
 * responded: its JSON may have a `code` of another kind, and does not show whether a change was
 * applied.
 */
function refusalIn(body: unknown, status: number): RelayErrorBody | undefined {
  const { code } = (body ?? {}) as Partial<RelayErrorBody>;
  const isCode = typeof code === 'string' && (status < 500 || CODE.test(code));
  return isCode ? (body as RelayErrorBody) : undefined;
}

async function refusal(response: Response, call: RelayCall): Promise<WalletError> {
  const { status, headers } = response;
  const body = refusalIn(await response.json().catch(() => null), status);
  // The response of a gateway or a failed server does not show whether the change was applied.
  const isOpen = mayHaveChanged(call) && (status === 408 || (status >= 500 && status !== 501));
  const unavailable = status > 501 ? 'SERVICE_UNAVAILABLE' : `HTTP_${status}`;
  const code = isOpen ? 'OUTCOME_UNKNOWN' : (codes[status] ?? unavailable);
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return relayError({
    ...(seconds >= 0 && { retryAfter: seconds }),
    code,
    ...body,
  });
}

/** Implements the relay protocol over fetch. */
export function createRelayTransport(given: RelayTransportOptions): WalletTransport {
  const options = ownOptions(given);
  const mount = options.relay.replace(/\/+$/, '');

  async function send(call: RelayCall, request: object, { signal }: TransportOptions = {}) {
    // On a server a path leads nowhere, so that nothing is sent and no outcome is unknown.
    if (!options.fetch && !isAddress(mount)) {
      throw new WalletError('INVALID_INPUT');
    }
    const timeout = AbortSignal.timeout(options.timeout ?? DEFAULT_TIMEOUT);
    // Without a network no request can leave the device.
    const isUnsent = globalThis.navigator?.onLine === false;
    let response: Response | undefined;
    try {
      response = await (options.fetch ?? capturedFetch)(mount + relayPaths[call], {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: toJson(request),
        credentials: 'same-origin',
        redirect: 'error',
        cache: 'no-store',
        signal: eitherSignal(timeout, signal),
      });
      if (!response.ok) throw await refusal(response, call);
      const body = await jsonOf(response);
      if (!isUsableResponse(call, body)) {
        throw new SyntaxError(`The response to ${call} is not valid.`);
      }
      return body;
    } catch (cause) {
      if (cause instanceof WalletError) throw cause;
      const hasLeft = response ?? !isUnsent;
      if (hasLeft && mayHaveChanged(call)) throw new WalletError('OUTCOME_UNKNOWN', { cause });
      if (signal?.aborted) throw new WalletError('ABORTED', { cause });
      if (cause instanceof SyntaxError) throw new WalletError('UNEXPECTED', { cause });
      throw new WalletError('NETWORK', { cause });
    }
  }

  return eachCall(send);
}
