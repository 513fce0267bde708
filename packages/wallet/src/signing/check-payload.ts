import { capturedDigest } from '../platform/captured.ts';
import type { RelayAttestation } from '../relay-protocol.ts';
import { type PayloadFacts, readPayload } from './payload-facts.ts';

/** The wallet's request, with the values that the payload must contain. */
export type Expected =
  | { readonly kind: 'refresh'; readonly sessionId: string; readonly clientPublicKey: string }
  | { readonly kind: 'revoke'; readonly sessionId: string }
  | { readonly kind: 'remove_credential'; readonly credentialId: string }
  | {
      readonly kind: 'add_passkey';
      readonly nickname: string;
      readonly attestation: RelayAttestation;
    }
  | { readonly kind: 'action'; readonly action: string; readonly input: unknown }
  | { readonly kind: 'stamp' };

/**
 * - `bound`: the payload matches the request
 * - `unchecked`: the payload cannot be read, or does not contain all of an action's input
 * - `mismatch`: the payload is for something else
 */
export type PayloadCheck = 'bound' | 'unchecked' | 'mismatch';

const SESSION_OPENING = /session|login|refresh/i;
const OPENING = /refresh|login|(?:open|create).*session/i;
/** Operations that have a method in the wallet, or return the key: no action is bound to them. */
const ACCESS = /credential|authenticator|passkey|export/i;
const ENDING = /session|credential|auth|revoke|delete|remove/i;
const PASSKEY = /credential|authenticator|passkey|auth/i;
const KEY_NAME = /public_?key/i;
const ID_NAME = /id$|resource|path|session|credential/i;

async function sha256(text: string): Promise<string> {
  const bytes = await capturedDigest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The strings and numbers of an input that its payload should carry. */
function valuesOf(input: unknown): readonly string[] {
  if (typeof input === 'string') return input === '' ? [] : [input];
  if (typeof input === 'number' || typeof input === 'bigint') return [String(input)];
  if (typeof input !== 'object' || input === null) return [];
  return Object.values(input).flatMap(valuesOf);
}

function says({ operations }: PayloadFacts, pattern: RegExp): boolean {
  return operations.every((operation) => pattern.test(operation));
}

/** Whether a payload would open a session, whatever operation it names. */
function opensSession({ mentioned, publicKeys }: PayloadFacts): boolean {
  return publicKeys.length > 0 || mentioned.some((operation) => OPENING.test(operation));
}

async function carries(facts: PayloadFacts, value: string): Promise<boolean> {
  return facts.has(value, await sha256(value));
}

async function checkAction(facts: PayloadFacts, input: unknown): Promise<PayloadCheck> {
  const values = valuesOf(input);
  const isAccess = facts.operations.some((operation) => ACCESS.test(operation));
  if (values.length === 0 || isAccess) return 'unchecked';
  const found = await Promise.all(values.map((value) => carries(facts, value)));
  return found.every(Boolean) ? 'bound' : 'unchecked';
}

/** Checks a payload against its request, by kind. */
export async function checkPayload(payload: string, expected: Expected): Promise<PayloadCheck> {
  const facts = readPayload(payload);
  const when = (isRight: boolean): PayloadCheck => (isRight ? 'bound' : 'mismatch');
  if (expected.kind === 'action' || expected.kind === 'stamp') {
    if (opensSession(facts)) return 'mismatch';
    if (expected.kind === 'action') {
      return facts.isReadable ? checkAction(facts, expected.input) : 'unchecked';
    }
    return !facts.isReadable && OPENING.test(facts.text) ? 'mismatch' : 'unchecked';
  }
  if (expected.kind !== 'refresh' && facts.publicKeys.length > 0) return 'mismatch';
  if (!facts.isReadable) return 'unchecked';
  switch (expected.kind) {
    case 'refresh': {
      const ours = expected.clientPublicKey.toLowerCase();
      const only = facts.publicKeys.every((key) => key.toLowerCase() === ours);
      return when(only && says(facts, SESSION_OPENING) && facts.hasUnder(KEY_NAME, ours));
    }
    case 'revoke':
      return when(says(facts, ENDING) && facts.hasUnder(ID_NAME, expected.sessionId));
    case 'remove_credential':
      return when(says(facts, ENDING) && facts.hasUnder(ID_NAME, expected.credentialId));
    case 'add_passkey': {
      const { credentialId, attestationObject } = expected.attestation;
      const isOurs = facts.has(credentialId) && (await carries(facts, attestationObject));
      return when(isOurs && says(facts, PASSKEY));
    }
  }
}
