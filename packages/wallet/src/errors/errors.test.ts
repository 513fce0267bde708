import { expect, it, vi } from 'vitest';
import { relayError } from '../relay/relay-transport.ts';
import { fromFailure, toFailure } from '../signer/protocol.ts';
import { ceremonyError } from './ceremony-errors.ts';
import { errorFacts, type WalletErrorCode } from './error-facts.ts';
import { guarded, isSilent, isWalletError, userActionOf, WalletError } from './wallet-error.ts';

const codes = Object.keys(errorFacts) as WalletErrorCode[];

it('has the next steps of the table', () => {
  for (const code of codes) {
    const facts: { userAction: string; silent?: true } = errorFacts[code];
    expect([code, userActionOf(code), isSilent(code)]).toEqual([
      code,
      facts.userAction,
      facts.silent === true,
    ]);
  }
});

it.each([
  ['NotAllowedError', 'CANCELLED', 'CANCELLED'],
  ['AbortError', 'ABORTED', 'ABORTED'],
  ['SecurityError', 'RP_MISMATCH', 'RP_MISMATCH'],
  ['InvalidStateError', 'PASSKEY_EXISTS', 'PASSKEY_FAILED'],
  ['ConstraintError', 'PASSKEY_UNAVAILABLE', 'PASSKEY_UNAVAILABLE'],
  ['NotSupportedError', 'PASSKEY_UNAVAILABLE', 'PASSKEY_UNAVAILABLE'],
  ['UnknownError', 'PASSKEY_FAILED', 'PASSKEY_FAILED'],
  ['OperationError', 'CEREMONY_IN_PROGRESS', 'CEREMONY_IN_PROGRESS'],
  ['EncodingError', 'INVALID_OPTIONS', 'INVALID_OPTIONS'],
  ['SomethingNew', 'UNEXPECTED', 'UNEXPECTED'],
])('maps %s to %s in a registration, to %s in a sign-in', (name, created, asserted) => {
  const cause = new DOMException('in some language', name);
  expect(ceremonyError(cause, 'registration')).toMatchObject({ code: created, cause });
  expect(ceremonyError(cause, 'authentication')).toMatchObject({ code: asserted, cause });
  const wrapped = new Error('wrapped', { cause });
  expect(ceremonyError(wrapped, 'registration').code).toBe(created);
});

it('maps a TypeError of the browser to invalid options', () => {
  expect(ceremonyError(new TypeError('bad'), 'registration').code).toBe('INVALID_OPTIONS');
  expect(ceremonyError('a string', 'registration').code).toBe('UNEXPECTED');
});

it.each([
  ['wrong_otp', 'WRONG_CODE'],
  ['otp_not_requested', 'CODE_EXPIRED'],
  ['oidc_token', 'OAUTH_TOKEN_INVALID'],
  ['passkey', 'PASSKEY_REJECTED'],
  ['session_inactive', 'SESSION_ENDED'],
  ['challenge_expired', 'CHALLENGE_EXPIRED'],
  ['request_id', 'CHALLENGE_EXPIRED'],
  ['stamp_mismatch', 'SIGNATURE_REJECTED'],
  ['stamp_missing', 'SIGNATURE_REJECTED'],
  ['stamp_malformed', 'SIGNATURE_REJECTED'],
  ['body_changed', 'SIGNATURE_REJECTED'],
  ['unknown', 'REFUSED'],
])('maps the failed check %s to %s', (reason, code) => {
  expect(relayError({ code: 'UNAUTHORIZED', reason })).toMatchObject({
    code,
    reason,
    serviceCode: 'UNAUTHORIZED',
  });
});

it.each([
  ['NOT_AUTHENTICATED', 'PLATFORM_LOGIN_REQUIRED'],
  ['SIGN_IN_REQUIRED', 'FRESH_SIGN_IN_REQUIRED'],
  ['REQUEST_TIMEOUT', 'NETWORK'],
  ['FORBIDDEN', 'FORBIDDEN'],
  ['TICKET_EXPIRED', 'CHALLENGE_EXPIRED'],
  ['TICKET_INVALID', 'UNEXPECTED'],
  ['UNKNOWN_ACTION', 'INVALID_INPUT'],
  ['INVALID_INPUT', 'INVALID_INPUT'],
  ['RATE_LIMITED', 'RATE_LIMITED'],
  ['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'],
  ['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
  ['INTERNAL_ERROR', 'UNEXPECTED'],
  ['PASSKEY_CREDENTIAL_ALREADY_EXISTS', 'PASSKEY_EXISTS'],
  ['CARD_NOT_MUTABLE', 'REFUSED'],
  // Names that every object inherits are not codes.
  ['constructor', 'REFUSED'],
])('maps the code %s to %s', (serviceCode, code) => {
  expect(relayError({ code: serviceCode })).toMatchObject({ code, serviceCode });
});

it('does not include its cause in its JSON', () => {
  const error = new WalletError('REFUSED', { cause: new Error('secret'), requestId: 'Request:1' });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'WalletError',
    code: 'REFUSED',
    userAction: 'none',
    message: 'REFUSED: see https://org.github.io/payments-sdk/errors/REFUSED',
    docs: 'https://org.github.io/payments-sdk/errors/REFUSED',
  });
  expect(error.requestId).toBe('Request:1');
});

const pages = 'https://org.github.io/payments-sdk/errors/';

it('has the address of the page of each code', () => {
  for (const code of codes) expect(new WalletError(code).docs).toBe(`${pages}${code}`);
});

it.each([
  [{ code: 'CARD_NOT_MUTABLE', docs: `${pages}CARD_NOT_MUTABLE` }, 'CARD_NOT_MUTABLE'],
  // A code that the platform defines has no page, and an address of another site is not passed on.
  [{ code: 'TOO_MANY_SOURCES' }, 'REFUSED'],
  [{ code: 'CARD_NOT_MUTABLE', docs: 'https://elsewhere.example/' }, 'REFUSED'],
  [{ code: 'CARD_NOT_MUTABLE', docs: 7 as unknown as string }, 'REFUSED'],
  // The wallet's own code says more than the relay's.
  [{ code: 'TICKET_EXPIRED', docs: `${pages}TICKET_EXPIRED` }, 'CHALLENGE_EXPIRED'],
])('leads from %j to the page %s', (body, page) => {
  expect(relayError(body).docs).toBe(`${pages}${page}`);
  expect(fromFailure(toFailure(relayError(body))).docs).toBe(`${pages}${page}`);
});

it('turns what is thrown into a WalletError, once', async () => {
  const own = new WalletError('NETWORK');
  await expect(guarded(() => Promise.reject(own))).rejects.toBe(own);
  const cause = new TypeError('bug');
  await expect(guarded(() => Promise.reject(cause))).rejects.toMatchObject({
    code: 'UNEXPECTED',
    cause,
  });
  expect([isWalletError(own), isWalletError(cause), isWalletError(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('is a WalletError also in another copy of the package', async () => {
  vi.resetModules();
  const their = await import('./wallet-error.ts');
  expect(their.WalletError).not.toBe(WalletError);
  expect(new their.WalletError('NETWORK')).toBeInstanceOf(WalletError);
  expect(new Error('NETWORK')).not.toBeInstanceOf(WalletError);
  class Mine extends WalletError {}
  expect(new WalletError('NETWORK')).not.toBeInstanceOf(Mine);
});
