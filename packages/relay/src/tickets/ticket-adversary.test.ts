import { describe, expect, test } from 'vitest';
import { oneStepChanges, sampled } from '../../../contract/test/one-step-changes.ts';
import { type TicketBinding, Tickets } from './tickets.ts';

const SECRET = 'a secret of the relay that nobody else knows, 7f3a';
const START = Date.parse('2026-01-05T09:00:00Z');
const binding: TicketBinding = {
  call: 'actionComplete',
  userId: 'Customer:ada-1',
  origin: 'https://app.example.com',
  mount: '/api/wallet',
};
const content = { input: { id: 'Card:7c1e', amount: 100 }, requestId: 'Request:1' };
const tickets = new Tickets([SECRET], () => START);
const sealed = await tickets.seal({ ...binding, content, expiresAt: START + 1000 });
const invalid = expect.objectContaining({ status: 400, code: 'TICKET_INVALID' });

/** The refusal of a ticket, or what it opened to. */
const opened = (ticket: string, to: TicketBinding = binding) =>
  tickets.open(ticket, to).catch((error: unknown) => error);

/** The bytes of a ticket. Harmless by rule: other text that stands for the same bytes. */
const bytesOf = (ticket: string) =>
  ticket.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));

describe('a ticket', () => {
  test('opens for its binding', async () => {
    expect(await opened(sealed)).toEqual(content);
  });

  const bindings = oneStepChanges(binding).filter(({ kind }) => kind !== 'order');
  const others = bindings.filter(({ text }) => {
    const other = JSON.parse(text) as Record<string, unknown> | null;
    return Object.entries(binding).some(([name, value]) => other?.[name] !== value);
  });

  test('is bound by every field', () => {
    const fields = new Set(others.map(({ path }) => path));
    for (const field of Object.keys(binding)) expect(fields).toContain(field);
  });

  test.each(others)('is refused with another binding: $name', async ({ text }) => {
    const other = (JSON.parse(text) ?? {}) as TicketBinding;
    expect(await opened(sealed, other)).toEqual(invalid);
  });

  test('is refused when any of its characters is another one', async () => {
    const places = sampled(
      [...sealed].map((_, index) => index),
      120,
    );
    const last = sealed.length - 1;
    for (const index of new Set([...places, last])) {
      for (const other of ['A', 'B', '.', '=']) {
        const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
        if (String(bytesOf(changed)) === String(bytesOf(sealed))) continue;
        expect([index, other, await opened(changed)]).toEqual([index, other, invalid]);
      }
    }
  });

  test('is refused in parts of another ticket of the same user', async () => {
    const second = await tickets.seal({ ...binding, content: {}, expiresAt: START + 9000 });
    const [ours, theirs] = [sealed.split('.'), second.split('.')];
    for (const index of [2, 3, 4]) {
      const mixed = ours.with(index, theirs[index] ?? '').join('.');
      expect(await opened(mixed)).toEqual(invalid);
    }
  });
});
