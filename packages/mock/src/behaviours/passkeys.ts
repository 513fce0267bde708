import { refuse } from '../engine/refusal.ts';

/** @throws Refusal 501: this version of the mock has no passkey ceremonies */
export function passkeysAreMissing(): never {
  throw refuse('NOT_IMPLEMENTED', 'Passkeys are not supported by this version of the mock');
}
