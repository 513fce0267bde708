import type { RelayCall } from '../relay-protocol.ts';

type Body = Readonly<Record<string, unknown>>;

const opened = ['id', 'accountId', 'createdAt', 'expiresAt', 'encryptedSessionSigningKey'];
const challenge = ['ticket', 'payloadToSign', 'requestId', 'expiresAt', 'issuedAt'];
const withOptions = ['ticket', 'expiresAt', 'issuedAt'];

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null;
}

function hasTexts(value: unknown, fields: readonly string[]): boolean {
  return isObject(value) && fields.every((field) => typeof value[field] === 'string');
}

/** Whether a body has what the wallet will read: the fields it cannot do without, no more. */
export function isAnswer(call: RelayCall, body: unknown): boolean {
  if (!isObject(body)) return false;
  if (call === 'account') {
    return Array.isArray(body.credentials) && Array.isArray(body.sessions);
  }
  if (call === 'challenge' && body.type === 'EMAIL_OTP') return true;
  if (call === 'challenge' || call === 'passkeyOptions') {
    return hasTexts(body, withOptions) && hasTexts(body.options, ['challenge']);
  }
  if (call === 'verify') return hasTexts(body, opened);
  if (call.endsWith('Begin') && body.status === 'challenge') return hasTexts(body, challenge);
  if (call.endsWith('Begin') && body.status !== 'done') return false;
  return call.startsWith('refresh') ? hasTexts(body.result, opened) : 'result' in body;
}
