import type { WalletErrorCode } from './error-facts.ts';
import { isWalletError, WalletError } from './wallet-error.ts';

/** One of WebAuthn's two ceremonies. */
export type Ceremony = 'registration' | 'authentication';

/**
 * The meaning of each DOMException of `navigator.credentials.create` and `.get`. Steps are those of
 * Web Authentication Level 3, sections 5.1.3 "Create a New Credential", 5.1.4.1
 * "Discover from External Source", 6.3.2 "authenticatorMakeCredential" and 6.3.3
 * "authenticatorGetAssertion"; and of Credential Management Level 1, section 2.5.
 */
const byName: Readonly<Record<string, WalletErrorCode>> = {
  // 5.1.3 and 5.1.4.1, "If options.signal is present and aborted": rejects with the abort reason.
  AbortError: 'ABORTED',
  // 5.1.3 and 5.1.4.1, last step: "Return a DOMException whose name is NotAllowedError. In order to
  // prevent information leak ... this step MUST NOT be executed before lifetimeTimer expires", which
  // is how a dismissal, a refusal, a time-out and "no such passkey" all look.
  NotAllowedError: 'CANCELLED',
  // 5.1.3 step "If the effective domain is not a valid domain" and "If options.rp.id is not a
  // registrable domain suffix of ... effectiveDomain"; 5.1.4.1 the same for options.rpId.
  SecurityError: 'RP_MISMATCH',
  // 6.3.2 step 3: a credential of excludeCredentialDescriptorList is bound to this authenticator
  // and the user consented; 5.1.3 passes it on.
  InvalidStateError: 'PASSKEY_EXISTS',
  // 6.3.2 steps 4 and 5: requireResidentKey or requireUserVerification cannot be met.
  ConstraintError: 'PASSKEY_UNAVAILABLE',
  // 6.3.2 step 2 and 5.1.3: no supported combination of pubKeyCredParams.
  NotSupportedError: 'PASSKEY_UNAVAILABLE',
  // 6.3.2 steps 1 and 7.6, 6.3.3 steps 1 and 12: the authenticator could not process or sign.
  UnknownError: 'PASSKEY_FAILED',
  // Credential Management 2.5.1 and 2.5.4: a request is pending already (older browsers).
  OperationError: 'CEREMONY_IN_PROGRESS',
  // 5.1.3: "If the length of options.user.id is not between 1 and 64 bytes", a TypeError; also
  // options that are not what Web IDL expects.
  TypeError: 'INVALID_OPTIONS',
  EncodingError: 'INVALID_OPTIONS',
  DataError: 'INVALID_OPTIONS',
};

function names(error: unknown): readonly string[] {
  const found: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) found.push(at.name);
  return found;
}

/**
 * The wallet's error for a failed ceremony.
 *
 * @param error what `navigator.credentials` threw, possibly as the cause of another error
 * @param frameRefusal returns why the browser refused it in a frame; asked for a `NotAllowedError`
 */
export function ceremonyError(
  error: unknown,
  ceremony: Ceremony,
  frameRefusal: () => WalletErrorCode | undefined = () => undefined,
): WalletError {
  if (isWalletError(error)) return error;
  const found = names(error);
  // Permissions Policy check, Credential Management 2.5.1: refused by the frame, not by the person.
  const refusal = found.includes('NotAllowedError') ? frameRefusal() : undefined;
  if (refusal !== undefined) return new WalletError(refusal, { cause: error });
  // 6.3.3 has no excludeCredentials: InvalidStateError there is a failure of the authenticator.
  if (ceremony === 'authentication' && found.includes('InvalidStateError')) {
    return new WalletError('PASSKEY_FAILED', { cause: error });
  }
  for (const name of [...found].reverse()) {
    const code = byName[name];
    if (code !== undefined) return new WalletError(code, { cause: error });
  }
  return new WalletError('UNEXPECTED', { cause: error });
}
