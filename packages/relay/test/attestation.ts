import type { WalletRelay } from '../src/create-wallet-relay.ts';
import type { PasskeyOptionsResponse, RelayAttestation } from '../src/protocol/index.ts';
import { callRelay, ORIGIN } from './call-relay.ts';

const encoder = new TextEncoder();

const text64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** A CBOR head: major type and argument, below 65,536. */
export function head(major: number, argument: number): number[] {
  const first = major << 5;
  if (argument < 24) return [first | argument];
  if (argument < 256) return [first | 24, argument];
  return [first | 25, argument >> 8, argument & 255];
}

export const cborText = (text: string): number[] => [
  ...head(3, text.length),
  ...encoder.encode(text),
];
export const cborBytes = (bytes: Uint8Array): number[] => [...head(2, bytes.length), ...bytes];

/** What a test says about a registration. */
export interface AttestationFields {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly flags?: number;
  readonly credentialId?: Uint8Array;
}

async function authenticatorData(fields: AttestationFields): Promise<Uint8Array> {
  const { rpId, flags = 0x45, credentialId = new Uint8Array([1, 2, 3]) } = fields;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(rpId)));
  const length = [credentialId.length >> 8, credentialId.length & 255];
  const counterAndAaguid = new Array<number>(20).fill(0);
  return new Uint8Array([...hash, flags, ...counterAndAaguid, ...length, ...credentialId, 0xa0]);
}

/** The result of a registration ceremony, as an authenticator without attestation returns it. */
export async function attestationOf(fields: AttestationFields): Promise<RelayAttestation> {
  const { challenge, origin, type = 'webauthn.create', crossOrigin = false, topOrigin } = fields;
  const { credentialId = new Uint8Array([1, 2, 3]) } = fields;
  const clientData = JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin });
  const object = new Uint8Array([
    ...head(5, 3),
    ...cborText('fmt'),
    ...cborText('none'),
    ...cborText('attStmt'),
    ...head(5, 0),
    ...cborText('authData'),
    ...cborBytes(await authenticatorData(fields)),
  ]);
  return {
    credentialId: text64(credentialId),
    clientDataJson: text64(encoder.encode(clientData)),
    attestationObject: text64(object),
    transports: ['internal'],
  };
}

/** The result of a sign-in ceremony, with other client data than that of the page where a test says so. */
export function assertionOf(clientData: object = {}) {
  const text = JSON.stringify({ type: 'webauthn.get', origin: ORIGIN, ...clientData });
  const clientDataJson = text64(encoder.encode(text));
  return { credentialId: 'a2V5', clientDataJson, authenticatorData: 'AAAA', signature: 'BBBB' };
}

/** A request of `passkeyBegin`, after the ceremony that `passkeyOptions` asked for. */
export async function registrationOf(
  relay: Pick<WalletRelay, 'fetch'>,
  fields: Partial<AttestationFields> = {},
  lineage?: string,
) {
  const nickname = 'Laptop';
  const { body } = await callRelay<PasskeyOptionsResponse>(relay, 'passkeyOptions', {
    nickname,
    lineage,
  });
  const { ticket, options } = body;
  const asked = { challenge: options.challenge, origin: ORIGIN, rpId: 'app.example.com' };
  return { ticket, nickname, attestation: await attestationOf({ ...asked, ...fields }) };
}
