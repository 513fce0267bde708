import type { RelayCall } from '@org/payments-contract';
import { describe, expect, it } from 'vitest';
import { CLIENT_KEY } from '../../test/relay/call-relay.ts';
import { parseBody } from './bodies.ts';
import { RelayRefusal } from './refusal.ts';

const id = 'AuthMethod:1';
const ticket = 'a.b.c.d.e';
const otp = { type: 'EMAIL_OTP', id, otp: '123456', clientPublicKey: CLIENT_KEY };
const attestation = {
  credentialId: 'AA',
  clientDataJson: 'AA',
  attestationObject: 'AA',
  transports: ['usb'],
};

describe('the body of a call', () => {
  it.each<[RelayCall, unknown, string]>([
    ['account', { accountId: 'Customer:1' }, 'accountId'],
    ['account', { accountId: 7 }, 'accountId'],
    ['challenge', {}, 'id'],
    ['challenge', { id: 'Session:1' }, 'id'],
    ['challenge', { id: 'AuthMethod:../cards' }, 'id'],
    ['challenge', { id: `AuthMethod:${'x'.repeat(200)}` }, 'id'],
    ['verify', { ...otp, type: 'MAGIC' }, 'type'],
    ['verify', { ...otp, type: undefined }, 'type'],
    ['verify', { ...otp, otp: 'with space' }, 'otp'],
    ['verify', { ...otp, clientPublicKey: `05${'ab'.repeat(64)}` }, 'clientPublicKey'],
    ['verify', { ...otp, type: 'OAUTH' }, 'oidcToken'],
    ['verify', { type: 'PASSKEY', id, ticket, assertion: [] }, 'assertion'],
    ['verify', { type: 'PASSKEY', id, ticket: 'a.b', assertion: {} }, 'ticket'],
    ['passkeyOptions', { nickname: '' }, 'nickname'],
    ['passkeyBegin', { ticket, nickname: 'x', attestation: null }, 'attestation'],
    [
      'passkeyBegin',
      { ticket, nickname: 'x', attestation: { ...attestation, transports: [1] } },
      'attestation.transports.0',
    ],
    ['refreshBegin', { id: 'Session:1', clientPublicKey: 'ab' }, 'clientPublicKey'],
    ['revokeBegin', { id: 'Card:1' }, 'id'],
    ['actionBegin', { action: '' }, 'action'],
    ['actionComplete', { ticket, stamp: 'not base64url!' }, 'stamp'],
    ['refreshComplete', { ticket: `${'a'.repeat(16_384)}.b.c.d.e`, stamp: 'AA' }, 'ticket'],
  ])('of %s: %j is refused by the name of %s, without its value', (call, body, field) => {
    const parse = () => parseBody(call, body);
    expect(parse).toThrow(RelayRefusal);
    expect(parse).toThrow(`${field}: missing or not of the expected form`);
  });

  it('holds the fields of the call and no others', () => {
    const body = JSON.parse(`{"id":"${id}","__proto__":{"accountId":"x"},"more":1}`);
    expect(parseBody('challenge', body)).toEqual({ id });
    expect(parseBody('verify', { ...otp, requestId: 'Request:1' })).toEqual(otp);
    const input = { cardId: 'Card:1', constructor: 1 };
    expect(parseBody('actionBegin', { action: 'a', input })).toEqual({ action: 'a', input });
    const assertion = { credentialId: 'A', clientDataJson: 'A', authenticatorData: 'A' };
    const given = { ...assertion, signature: 'A', userHandle: null };
    expect(parseBody('verify', { type: 'PASSKEY', id, ticket, assertion: given })).toMatchObject({
      assertion: given,
    });
  });
});
