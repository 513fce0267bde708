import {
  type ClientKey,
  CryptoError,
  generateHeldKey,
  heldSessionKey,
  importHeldKey,
  sealCode,
} from '@org/payments-crypto';
import type { ChallengeResponse, SigningStep, VerifyRequest } from '@org/payments-relay/protocol';
import type { WalletBase } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { execute, toJson } from '../platform/captured.ts';
import type { WalletTransport } from '../relay/transport.ts';
import type { WalletDialect } from './dialect.ts';

/** A token of three parts. A change that a session could sign is never stamped by a sign-in. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function invalid(message: string): WalletError {
  return new WalletError('INVALID_INPUT', { message });
}

/** The public key that the last code is sealed to, for a page that is loaded again. */
function targets(name: string) {
  const place = `${name}/code`;
  let last: { readonly id?: string; readonly target?: string } = {};
  return {
    keep(sent: typeof last): void {
      last = sent;
      try {
        sessionStorage.setItem(place, toJson(sent));
      } catch {
        // After a reload another code has to be sent.
      }
    },
    of(credentialId: string): string | undefined {
      try {
        if (last.id !== credentialId) last = JSON.parse(sessionStorage.getItem(place) ?? '{}');
      } catch {
        return undefined;
      }
      return last.id === credentialId ? last.target : undefined;
    },
  };
}

async function sealed(target: string, code: string, publicKey: string, pinnedKey: string) {
  try {
    return await sealCode(target, { code, publicKey }, { pinnedKey });
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause;
    const code = cause.code === 'INVALID_POINT' ? 'INVALID_INPUT' : 'UNEXPECTED';
    throw new WalletError(code, { cause, message: cause.message });
  }
}

/**
 * The dialect `2026-08`: this page makes the key of a session, which never leaves it, and seals a code
 * together with the public key, so that only the service reads either.
 */
export function createDialect({ name, options }: WalletBase): WalletDialect {
  const { codeKey, dialect } = options;
  const sent = targets(name);
  /** The keys of sign-ins that have not ended, by the public key. */
  const pending = new Map<string, ClientKey>();

  function keepTarget(response: ChallengeResponse): void {
    if (response.type !== 'EMAIL_OTP') return;
    const { id, otpEncryptionTargetBundle: target } = response as typeof response & {
      readonly otpEncryptionTargetBundle?: unknown;
    };
    if (typeof target !== 'string') {
      throw invalid(`The wallet has the dialect ${dialect}, the relay none: give both the same.`);
    }
    sent.keep({ id, target });
  }

  async function verify(transport: WalletTransport, request: VerifyRequest) {
    if (request.type !== 'EMAIL_OTP') return transport.verify(request);
    const { otp, clientPublicKey, ...others } = request;
    const target = sent.of(request.id);
    const key = pending.get(clientPublicKey);
    if (!target || !key || codeKey === undefined) throw new WalletError('CODE_EXPIRED');
    const encryptedOtpBundle = await sealed(target, otp, clientPublicKey, codeKey);
    const first: unknown = { ...others, encryptedOtpBundle };
    const step: unknown = await transport.verify(first as VerifyRequest);
    const { ticket, payloadToSign } = step as SigningStep;
    if (execute(TOKEN, payloadToSign) === null) throw new WalletError('PAYLOAD_MISMATCH');
    const stamp = await (await heldSessionKey(key)).stamp(payloadToSign);
    const { attempt } = others;
    const second: unknown = { type: 'STAMP', ticket, stamp, ...(attempt && { attempt }) };
    return transport.verify(second as VerifyRequest);
  }

  return {
    async generateKey() {
      const key = await generateHeldKey();
      pending.set(key.publicKey, key);
      return key;
    },
    restoreKey: importHeldKey,
    async openKey(opened, key) {
      pending.delete(key.publicKey);
      const foreign: unknown = opened.encryptedSessionSigningKey;
      if (foreign === undefined) return heldSessionKey(key);
      throw new TypeError('The service made a key of its own.');
    },
    over: (transport) => ({
      ...transport,
      async challenge(request, how) {
        // Only the challenge of a passkey has a key. A code that cannot be sealed would be sent in vain.
        if (request.clientPublicKey === undefined && codeKey === undefined) {
          throw invalid(`\`codeKey\` is missing: the dialect ${dialect} seals codes.`);
        }
        const response = await transport.challenge(request, how);
        keepTarget(response);
        return response;
      },
      verify: (request) => verify(transport, request),
    }),
  };
}
