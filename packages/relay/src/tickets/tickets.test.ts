import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { oneStepChanges } from '../../../contract/test/one-step-changes.ts';
import { MAX_TICKET } from '../checks/bodies.ts';
import {
  KEY_PERIOD,
  MAX_TICKETS_PER_KEY,
  type TicketBinding,
  TicketKeys,
  Tickets,
} from './tickets.ts';

const OLD = 'the old secret of the relay, which is long enough';
const NEW = 'the new secret of the relay, which is long enough';
const START = Date.parse('2026-01-05T09:00:00Z');
const binding: TicketBinding = {
  call: 'actionComplete',
  userId: 'ada',
  origin: 'https://app.example.com',
  mount: '/api/wallet',
};
const content = { secret: 'exact body' };
const expiresAt = START + 1_000;

const ticketsOf = (secrets: string[], now = START) => new Tickets(secrets, () => now);
const sealed = (secrets = [NEW]) => ticketsOf(secrets).seal({ ...binding, content, expiresAt });
const refused = (code: string) => expect.objectContaining({ status: 400, code });

describe('a ticket', () => {
  it('does not reveal its content, and is different each time', async () => {
    const [one, other] = [await sealed(), await sealed()];
    const [header = ''] = one.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      kid: expect.stringMatching(/^[0-9a-f]{16}\.\d+$/),
      typ: 'payments-relay-ticket+2',
    });
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('exact');
    expect(one).not.toBe(other);
  });

  /** The refusal of a ticket, or what it opened to. */
  const opened = (ticket: string, to: TicketBinding = binding) =>
    ticketsOf([NEW])
      .open(ticket, to)
      .catch((error: unknown) => error);
  const invalid = refused('TICKET_INVALID');

  /** The bytes of a ticket. Harmless by rule: other text that stands for the same bytes. */
  const bytesOf = (ticket: string) =>
    ticket.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));

  const bindings = oneStepChanges(binding).filter(({ kind }) => kind !== 'order');
  const others = bindings.filter(({ text }) => {
    const other = JSON.parse(text) as Record<string, unknown> | null;
    return Object.entries(binding).some(([name, value]) => other?.[name] !== value);
  });

  it('is bound by every field', () => {
    const fields = new Set(others.map(({ path }) => path));
    for (const field of Object.keys(binding)) expect(fields).toContain(field);
  });

  it.each(others)('is refused with another binding: $name', async ({ text }) => {
    const other = (JSON.parse(text) ?? {}) as TicketBinding;
    expect(await opened(await sealed(), other)).toEqual(invalid);
  });

  it('is refused when any of its characters is another one', async () => {
    const ours = await sealed();
    for (const index of ours.split('').keys()) {
      for (const other of ['A', 'B', '.', '=']) {
        const changed = ours.slice(0, index) + other + ours.slice(index + 1);
        if (String(bytesOf(changed)) === String(bytesOf(ours))) continue;
        expect([index, other, await opened(changed)]).toEqual([index, other, invalid]);
      }
    }
  });

  it('is refused in parts of another ticket of the same user', async () => {
    const second = ticketsOf([NEW]).seal({ ...binding, content: {}, expiresAt: START + 9000 });
    const [ours = [], theirs = []] = (await Promise.all([sealed(), second])).map((one) =>
      one.split('.'),
    );
    for (const index of [2, 3, 4]) {
      const mixed = ours.with(index, theirs[index] ?? '').join('.');
      expect(await opened(mixed)).toEqual(invalid);
    }
  });
  it('is refused when it is cut', async () => {
    const whole = await sealed();
    for (const ticket of [whole.slice(0, -4), whole.split('.').slice(0, 4).join('.'), '', '....']) {
      expect([ticket, await opened(ticket)]).toEqual([ticket, invalid]);
    }
  });

  it('expires, by the clock of the relay', async () => {
    const ticket = await sealed();
    const at = (now: number) => ticketsOf([NEW], now).open(ticket, binding);
    expect(await at(expiresAt - 1)).toEqual(content);
    await expect(at(expiresAt)).rejects.toEqual(refused('TICKET_EXPIRED'));
    await expect(at(expiresAt)).rejects.toThrow('The ticket has expired.');
  });

  it('opens after a rotation of secrets as long as the old one is listed', async () => {
    const ticket = await sealed([OLD]);
    expect(await ticketsOf([NEW, OLD]).open(ticket, binding)).toEqual(content);
    await expect(ticketsOf([NEW]).open(ticket, binding)).rejects.toEqual(refused('TICKET_INVALID'));
    const next = await sealed([NEW, OLD]);
    expect(await ticketsOf([NEW]).open(next, binding)).toEqual(content);
  });

  /** Encrypts claims, or any bytes, as a ticket is, with a key of the relay unless another is given. */
  async function forged(
    plaintext: string | Uint8Array,
    header: Readonly<Record<string, string>> = {},
    key?: Uint8Array,
  ) {
    const ours = await new TicketKeys([NEW], () => START).current();
    const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext;
    const usual = { alg: 'dir', enc: 'A256GCM', kid: ours.kid, typ: 'payments-relay-ticket+2' };
    return new CompactEncrypt(bytes)
      .setProtectedHeader({ ...usual, ...header })
      .encrypt(key ?? ours.key);
  }

  const { userId: user, ...bound } = binding;
  const claims = (fields: object = {}) =>
    JSON.stringify({ ...bound, user, exp: expiresAt, content, ...fields });
  const opening = (ticket: string) => ticketsOf([NEW]).open(ticket, binding);

  it('of our own key and form opens, so that the next refusals have one reason each', async () => {
    expect(await opening(await forged(claims()))).toEqual(content);
  });

  it.each<[string, Parameters<typeof forged>, RegExp]>([
    ['sealed with another key', [claims(), {}, new Uint8Array(32)], /./],
    ['another kind of token of our own key', [claims(), { typ: 'JWT' }], /not a ticket/],
    ['of a key that nobody lists', [claims(), { kid: 'other.1' }], /not derived from a listed/],
    ['sealed by a wrapped key', [claims(), { alg: 'A256GCMKW' }], /alg/],
    ['sealed by another algorithm', [claims(), { enc: 'A128CBC-HS256' }], /enc/],
    ['not JSON', ['{'], /JSON/],
    ['not UTF-8', [Buffer.from(claims({ content: 'caf\u00e9' }), 'latin1')], /encoded data/],
  ])('is refused when it is %s', async (_what, given, cause) => {
    const ticket = await forged(...given);
    await expect(opening(ticket)).rejects.toEqual(
      expect.objectContaining({
        status: 400,
        code: 'TICKET_INVALID',
        message: 'The ticket was not made by this relay for this user, page and call.',
        cause: expect.objectContaining({ message: expect.stringMatching(cause) }),
      }),
    );
  });

  it('above the maximum size of the protocol is neither made nor read', async () => {
    const large = { ...binding, content: 'x'.repeat(MAX_TICKET), expiresAt };
    const message = 'The request is too large.';
    await expect(ticketsOf([NEW]).seal(large)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message,
    });
    const refusedSize = await forged(claims({ content: 'x'.repeat(MAX_TICKET) }));
    await expect(opening(refusedSize)).rejects.toEqual(refused('TICKET_INVALID'));
    // The largest ticket that fits exactly: only its size tells it from the next larger one.
    const about = Math.floor(((MAX_TICKET - (await sealed()).length) * 3) / 4);
    const lengths = Array.from({ length: 40 }, (_, index) => about + index);
    const seal = (length: number) =>
      ticketsOf([NEW]).seal({ ...binding, content: 'x'.repeat(length), expiresAt });
    const sizes: number[] = [];
    for (const length of lengths) {
      const ticket = await seal(length).catch(() => undefined);
      if (ticket === undefined) continue;
      expect(await opening(ticket)).toHaveLength(length);
      sizes.push(ticket.length);
    }
    expect(Math.max(...sizes)).toBe(MAX_TICKET);
  });
});

describe('the keys of a secret', () => {
  const kidAt = async (now: number) => (await new TicketKeys([NEW], () => now).current()).kid;

  it('change every day, and open only tickets of the day before and after', async () => {
    expect(await kidAt(START)).toBe(await kidAt(START + 60_000));
    expect(await kidAt(START)).not.toBe(await kidAt(START + KEY_PERIOD));
    const far = { ...binding, content, expiresAt: START + 10 * KEY_PERIOD };
    const ticket = await ticketsOf([NEW]).seal(far);
    for (const days of [-1, 1]) {
      const opening = ticketsOf([NEW], START + days * KEY_PERIOD).open(ticket, binding);
      expect(await opening).toEqual(content);
    }
    for (const days of [-2, 2]) {
      const opening = ticketsOf([NEW], START + days * KEY_PERIOD).open(ticket, binding);
      await expect(opening).rejects.toEqual(refused('TICKET_INVALID'));
    }
  });

  it('are found by their whole name, and made of a secret alone', async () => {
    const keys = new TicketKeys([NEW], () => START);
    const key = await keys.current();
    expect(await keys.find(key.kid)).toEqual(key);
    for (const kid of [`0${key.kid}`, `${key.kid}0`, `${key.kid}.0`, '', undefined]) {
      expect(await keys.find(kid)).toBeUndefined();
    }
    await expect(new TicketKeys([], () => START).current()).rejects.toThrow('no secret');
  });

  it('stop sealing at their maximum number of tickets, until the next day', async () => {
    let now = START;
    const tickets = new Tickets([NEW], () => now, 2);
    const seal = () => tickets.seal({ ...binding, content, expiresAt });
    await seal();
    await seal();
    await expect(seal()).rejects.toThrow(RangeError);
    now += KEY_PERIOD;
    expect(await seal()).toMatch(/^[\w-]+\./);
    expect(MAX_TICKETS_PER_KEY).toBe(4_294_967_296);
  });
});
