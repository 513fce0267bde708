import type { Expected } from '../src/signing/payload/request.ts';

/** The public key of the wallet's next session. */
export const ourKey = `04${'12'.repeat(64)}`;
export const accountId = 'InternalAccount:1';
export const attestation = {
  credentialId: 'cred',
  clientDataJson: 'data',
  attestationObject: 'object',
  transports: ['internal'],
};

/** What the wallet itself asks for. */
export const refresh = {
  kind: 'refresh',
  sessionId: 'Session:1',
  clientPublicKey: ourKey,
} satisfies Expected;
export const revoke = { kind: 'revoke', sessionId: 'Session:1' } satisfies Expected;
export const remove = {
  kind: 'remove_credential',
  credentialId: 'AuthMethod:1',
} satisfies Expected;
export const addPasskey = {
  kind: 'add_passkey',
  accountId,
  nickname: 'Laptop',
  challenge: 'Y2hhbGxlbmdl',
  attestation,
} satisfies Expected;

/** The payload that names the operation, its resource and its fields. */
export function described(operation: string, resource: string, fields: object) {
  const head = { operation, requestId: 'Request:1', resource, timestampMs: '1775681700000' };
  return { fields, ...head };
}

/** The payload in the form of the service's signing backend, as the public examples print it. */
export function activity(type: string, parameters: object) {
  const head = { organizationId: 'org_1', timestampMs: '1775681700000' };
  return { ...head, parameters, type: `ACTIVITY_TYPE_${type}` };
}
