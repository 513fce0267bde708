import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { WalletTransport } from '../relay/transport.ts';
import { readDescription } from './description.ts';
import { describedBy, type ReviewedAction } from './review.ts';

const pay: ReviewedAction = {
  kind: 'action',
  action: 'pay',
  input: { quoteId: 'Quote:1', amount: 'words of the page' },
  change: { operation: 'quotes.execute', input: { quoteId: 'Quote:1' } },
  strength: 'unreadable',
};
const payment = {
  id: 'Quote:1',
  kind: 'payment',
  sends: { amount: '150.00', currency: 'USD' },
  receives: { amount: '150.00', currency: 'USD' },
  receiver: { name: 'Ada Lovelace', ending: '6789' },
};
const remove: ReviewedAction = {
  kind: 'remove_credential',
  credentialId: 'AuthMethod:1',
  strength: 'kind',
};

function reading(described: unknown, action: ReviewedAction = pay, accountId?: string) {
  const call = vi.fn(async () => described);
  const transport = { describe: call } as unknown as WalletTransport;
  return { call, read: readDescription({ transport, clock: systemClock, accountId }, action) };
}

describe('the description of a change', () => {
  it('is read for the id of the declared change, of the account that is signed in', async () => {
    const { call, read } = reading(payment, pay, 'InternalAccount:1');
    expect(await read).toEqual(payment);
    expect(call).toHaveBeenCalledExactlyOnceWith({
      id: 'Quote:1',
      accountId: 'InternalAccount:1',
    });
  });

  it.each<[string, ReviewedAction]>([
    [
      'an action that is not declared',
      { kind: 'action', action: 'x', input: {}, strength: 'kind' },
    ],
    ['a new passkey', { kind: 'add_passkey', nickname: 'Phone', strength: 'shown' }],
    ['a refresh', { kind: 'refresh', sessionId: 'Session:1', strength: 'shown' }],
  ])('is not read for %s', async (_what, action) => {
    const { call, read } = reading(payment, action);
    expect(await read).toBeUndefined();
    expect(call).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['another payment', { ...payment, id: 'Quote:2' }],
    ['another kind', { id: 'Quote:1', kind: 'card', last4: '4242' }],
    ['no receiver', { ...payment, receiver: {} }],
    ['a receiver that is not text', { ...payment, receiver: { name: { toString: 'Ada' } } }],
    ['words as the end of the account', { ...payment, receiver: { ending: '6789, as agreed' } }],
    ['words as an amount', { ...payment, sends: { amount: '1 or so', currency: 'USD' } }],
    ['a negative amount', { ...payment, sends: { amount: '-150.00', currency: 'USD' } }],
    ['words as a fee', { ...payment, fees: { amount: 'none', currency: 'USD' } }],
    ['a sender that is not text', { ...payment, from: {} }],
    ['words as a currency', { ...payment, sends: { amount: '1', currency: 'USD to Ada' } }],
    ['nothing', null],
  ])('is refused when the relay describes %s', async (_what, described) => {
    await expect(reading(described).read).rejects.toMatchObject({ code: 'UNEXPECTED' });
  });

  it.each<[string, unknown]>([
    ['no last digits', { id: 'Card:1', kind: 'card' }],
    ['words as last digits', { id: 'Card:1', kind: 'card', last4: '4242 or another' }],
  ])('of a card is refused with %s', async (_what, described) => {
    const input = { id: 'Card:1', state: 'FROZEN' };
    const action = { ...pay, change: { operation: 'cards.update', input } } as ReviewedAction;
    await expect(reading(described, action).read).rejects.toMatchObject({ code: 'UNEXPECTED' });
  });

  it('of a credential needs its name', async () => {
    const credential = { id: 'AuthMethod:1', kind: 'credential', type: 'PASSKEY' };
    await expect(reading(credential, remove).read).rejects.toMatchObject({ code: 'UNEXPECTED' });
    const known = { ...credential, nickname: 'Phone' };
    expect(await reading(known, remove).read).toEqual(known);
  });

  it('is unread when the relay fails, or a transport cannot read it', async () => {
    const refusal = new WalletError('RATE_LIMITED', { retryAfter: 1_000 });
    expect(await describedBy(() => Promise.reject(refusal))).toEqual({ isUnread: true });
    const transport = {} as WalletTransport;
    const options = { transport, clock: systemClock, accountId: undefined };
    await expect(readDescription(options, pay)).rejects.toMatchObject({ code: 'NETWORK' });
  });
});
