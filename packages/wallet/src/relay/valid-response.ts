import type { RelayCall } from '../relay-protocol.ts';

type Body = Readonly<Record<string, unknown>>;

const OPENED = 'id accountId createdAt expiresAt encryptedSessionSigningKey';
const CHALLENGE = 'ticket expiresAt issuedAt';

/** The text fields that the wallet requires in a response. */
function textsOf(call: RelayCall, body: Body): string {
  if (call === 'account') return 'accountId issuedAt';
  if (call === 'verify') return OPENED;
  if (call === 'passkeyOptions' || body.type === 'PASSKEY') return CHALLENGE;
  return body.status === 'challenge' ? `${CHALLENGE} payloadToSign requestId` : '';
}

function hasTexts(body: Body, names: string): boolean {
  return names.split(' ').every((name) => name === '' || typeof body[name] === 'string');
}

/** Whether a body has the fields that the wallet requires, and maybe more. */
export function isValidResponse(call: RelayCall, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const response = body as Body;
  const { result } = response;
  const opened = call.startsWith('refresh') && typeof result === 'object' && result !== null;
  return (
    hasTexts(response, textsOf(call, response)) && (!opened || hasTexts(result as Body, OPENED))
  );
}
