import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { MAX_TICKET } from '../fields.ts';
import { checkSecrets, ticketKeys } from './ticket-keys.ts';
import { type TicketBinding, Tickets } from './tickets.ts';

const OLD = 'the old secret of the relay, which is long enough';
const NEW = 'the new secret of the relay, which is long enough';
const START = Date.parse('2026-01-05T09:00:00Z');
const binding: TicketBinding = {
  call: 'actionComplete',
  userId: 'ada',
  origin: 'https://app.example.com',
};
const content = { secret: 'exact body' };
const expiresAt = START + 1_000;

const ticketsOf = (secrets: string[], now = START) => new Tickets(secrets, () => now);
const sealed = (secrets = [NEW]) => ticketsOf(secrets).seal({ ...binding, content, expiresAt });
const refused = (code: string) => expect.objectContaining({ status: 400, code });

describe('a ticket', () => {
  it('gives its content back to the call, user and origin it was sealed for', async () => {
    expect(await ticketsOf([NEW]).open(await sealed(), binding)).toEqual(content);
  });

  it('shows nothing of its content and is different each time', async () => {
    const [one, other] = [await sealed(), await sealed()];
    const [header = ''] = one.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      kid: expect.stringMatching(/^[0-9a-f]{16}$/),
      typ: 'payments-relay-ticket+1',
    });
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('exact');
    expect(one).not.toBe(other);
  });

  it.each<Partial<TicketBinding>>([
    { call: 'refreshComplete' },
    { userId: 'eve' },
    { origin: 'https://evil.example.com' },
  ])('is refused with another binding: %j', async (other) => {
    const opening = ticketsOf([NEW]).open(await sealed(), { ...binding, ...other });
    await expect(opening).rejects.toEqual(refused('TICKET_INVALID'));
  });

  it('expires, by the clock of the relay', async () => {
    const ticket = await sealed();
    const at = (now: number) => ticketsOf([NEW], now).open(ticket, binding);
    expect(await at(expiresAt - 1)).toEqual(content);
    await expect(at(expiresAt)).rejects.toEqual(refused('TICKET_EXPIRED'));
  });

  it('survives the rotation of secrets for as long as the old one is listed', async () => {
    const ticket = await sealed([OLD]);
    expect(await ticketsOf([NEW, OLD]).open(ticket, binding)).toEqual(content);
    await expect(ticketsOf([NEW]).open(ticket, binding)).rejects.toEqual(refused('TICKET_INVALID'));
    const next = await sealed([NEW, OLD]);
    expect(await ticketsOf([NEW]).open(next, binding)).toEqual(content);
  });

  it('is refused when any part of it is changed, cut or left out', async () => {
    const parts = (await sealed()).split('.');
    const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    const changed = parts.flatMap((part, index) => [
      parts.with(index, part === '' ? 'AAAA' : flip(part)).join('.'),
      parts.with(index, part === '' ? 'A' : part.slice(0, -4)).join('.'),
    ]);
    const broken = [...changed, parts.slice(0, 4).join('.'), '', '....', 'x'];
    for (const ticket of broken) {
      const opening = ticketsOf([NEW]).open(ticket, binding);
      await expect(opening, ticket).rejects.toEqual(refused('TICKET_INVALID'));
    }
  });

  it('is refused when it was sealed with a key of somebody else', async () => {
    const [ours] = await ticketKeys([NEW]);
    const claims = { call: binding.call, user: 'ada', origin: binding.origin, exp: expiresAt };
    const forged = await new CompactEncrypt(Buffer.from(JSON.stringify({ ...claims, content })))
      .setProtectedHeader({
        alg: 'dir',
        enc: 'A256GCM',
        kid: ours?.kid ?? '',
        typ: 'payments-relay-ticket+1',
      })
      .encrypt(new Uint8Array(32));
    const opening = ticketsOf([NEW]).open(forged, binding);
    await expect(opening).rejects.toEqual(refused('TICKET_INVALID'));
  });

  it('is refused when it is another kind of token of our own key', async () => {
    const [ours] = await ticketKeys([NEW]);
    if (ours === undefined) throw new Error('No key.');
    const claims = { call: binding.call, user: 'ada', origin: binding.origin, exp: expiresAt };
    const token = await new CompactEncrypt(Buffer.from(JSON.stringify({ ...claims, content })))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: ours.kid, typ: 'JWT' })
      .encrypt(ours.key);
    const opening = ticketsOf([NEW]).open(token, binding);
    await expect(opening).rejects.toEqual(refused('TICKET_INVALID'));
  });

  it('is not made larger than the protocol allows, and not read either', async () => {
    const large = { ...binding, content: 'x'.repeat(MAX_TICKET), expiresAt };
    await expect(ticketsOf([NEW]).seal(large)).rejects.toEqual(refused('INVALID_INPUT'));
    const long = `${await sealed()}${'A'.repeat(MAX_TICKET)}`;
    const opening = ticketsOf([NEW]).open(long, binding);
    await expect(opening).rejects.toEqual(refused('TICKET_INVALID'));
  });
});

describe('checkSecrets', () => {
  it('takes one secret or several', () => {
    expect(checkSecrets(NEW)).toEqual([NEW]);
    expect(checkSecrets([NEW, OLD])).toEqual([NEW, OLD]);
  });

  it.each([[''], ['short'], [[]], [[NEW, 'short']], [[NEW, NEW]]])('refuses %j', (secret) => {
    expect(() => checkSecrets(secret)).toThrow(ConfigurationError);
  });

  it('never shows a secret', () => {
    const attempt = () => checkSecrets([NEW, 'hunter2']);
    expect(attempt).toThrow(
      expect.not.objectContaining({ message: expect.stringMatching(/hunter2|new secret/) }),
    );
  });
});
