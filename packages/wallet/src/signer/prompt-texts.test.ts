import type { RelayDescription, RelayReceiver } from '@org/payments-relay/protocol';
import { describe, expect, it } from 'vitest';
import type { ReviewedAction } from '../signing/review.ts';
import { englishTexts, germanTexts } from './prompt-texts.ts';
import { visibleSentence } from './visible-text.ts';

type Change = NonNullable<Extract<ReviewedAction, { kind: 'action' }>['change']>;

const asAction = (change: Change): ReviewedAction => ({
  kind: 'action',
  action: 'words of the page',
  input: { memo: 'words of the page' },
  change,
  strength: 'unreadable',
});

const freeze = asAction({ operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } });
const card: RelayDescription = { id: 'Card:1', kind: 'card', last4: '4242' };
const pay = asAction({ operation: 'quotes.execute', input: { quoteId: 'Quote:1' } });

function payment(receiver: RelayReceiver, receives = '150.00', currency = 'USD'): RelayDescription {
  return {
    id: 'Quote:1',
    kind: 'payment',
    sends: { amount: '150.00', currency: 'USD' },
    receives: { amount: receives, currency },
    receiver,
  };
}

async function shown(
  action: ReviewedAction,
  resource: RelayDescription | undefined,
  texts = englishTexts,
): Promise<string> {
  return visibleSentence(await texts.action(action, resource));
}

const sentTo = (receiver: RelayReceiver) => shown(pay, payment(receiver));
const named = (name: string) => sentTo({ name, ending: '6789' });

describe('the sentence of a prompt', () => {
  it('names the card by its last digits', async () => {
    expect(await shown(freeze, card)).toBe('Freeze card ending 4242');
    expect(await shown(freeze, card, germanTexts)).toBe('Karte mit den Endziffern 4242 sperren');
  });

  it('names amount and receiver of a payment', async () => {
    const receiver = { name: 'Ada Lovelace', ending: '6789' };
    expect(await sentTo(receiver)).toBe('Send 150.00 USD to Ada Lovelace, account ending 6789');
    expect(await shown(pay, payment(receiver), germanTexts)).toBe(
      '150,00 USD senden an Ada Lovelace, Konto mit den Endziffern 6789',
    );
  });

  it('names the amount that arrives where it differs, without rounding', async () => {
    const described = payment({ isOwn: true }, '123456789012345678.10', 'EUR');
    expect(await shown(pay, described)).toBe(
      'Send 150.00 USD to your own account; 123,456,789,012,345,678.10 EUR will arrive',
    );
  });

  it('names the credential to remove, and the device to sign out', async () => {
    const credential = { kind: 'credential', id: 'AuthMethod:1', type: 'PASSKEY' } as const;
    const remove: ReviewedAction = {
      kind: 'remove_credential',
      credentialId: 'AuthMethod:1',
      strength: 'kind',
    };
    expect(await shown(remove, { ...credential, nickname: 'Phone' })).toBe(
      'Remove “Phone” as a way to sign in',
    );
    expect(await shown(remove, { ...credential, nickname: 'Phone' }, germanTexts)).toBe(
      '„Phone“ als Anmeldemöglichkeit entfernen',
    );
    const end = asAction({ operation: 'sessions.revoke', input: { id: 'Session:1' } });
    const session = { kind: 'session', id: 'Session:1', type: 'EMAIL_OTP' } as const;
    expect(await shown(end, { ...session, nickname: 'ada@example.com' })).toBe(
      'Sign out a device that signed in with “ada@example.com”',
    );
  });

  it('falls back to the id where nothing could be read', async () => {
    expect(await shown(freeze, undefined)).toBe('Freeze a card (Card:1)');
    expect(await shown(pay, undefined)).toBe('Make a payment (Quote:1)');
    expect(await shown(pay, undefined, germanTexts)).toBe('Eine Zahlung ausführen (Quote:1)');
  });
});

describe('attack: the name of a receiver', () => {
  it('cannot pass for an account number', async () => {
    expect(await named('Ada, account ending 1111')).toBe(
      'Send 150.00 USD to “Ada, account ending 1111”, account ending 6789',
    );
  });

  it('cannot end its own quotes', async () => {
    expect(await named('Ada”, account ending 1111, “')).toBe(
      "Send 150.00 USD to “Ada', account ending 1111, '”, account ending 6789",
    );
  });

  it('cannot hide or reverse what follows', async () => {
    expect(await named('Ada\u202e\u200b\u2069')).toBe(
      'Send 150.00 USD to “Ada[U+202E][U+200B][U+2069]”, account ending 6789',
    );
  });

  it('keeps its direction to itself', async () => {
    expect(await named('עדה')).toBe('Send 150.00 USD to \u2068עדה\u2069, account ending 6789');
  });

  it('cannot push the account out of sight, by length, lines or stacked marks', async () => {
    const sentence = await named('A'.repeat(5_000));
    expect(sentence).toBe(`Send 150.00 USD to “${'A'.repeat(60)}…”, account ending 6789`);
    expect(await named(`Ada${'\n\u2003 '.repeat(500)}Lovelace`)).toContain('to Ada Lovelace,');
    expect(await named(`A${'\u0301'.repeat(500)}`)).toContain('to A\u0301\u0301,');
  });

  it('of a passkey or an action cannot pass for the rest of the sentence either', async () => {
    const nickname = 'Phone” as a way to sign in. Also approve “';
    expect(await shown({ kind: 'add_passkey', nickname, strength: 'shown' }, undefined)).toBe(
      "Add the passkey “Phone' as a way to sign in. Also approve '”",
    );
  });

  it('cannot use the marks of isolation unless they are in pairs', () => {
    expect(visibleSentence('a\u2068b\u2069c')).toBe('a\u2068b\u2069c');
    for (const text of ['a\u2068b', 'a\u2069b\u2068c', '\u2068\u2068a\u2069\u2069']) {
      expect(visibleSentence(text)).not.toMatch(/[\u2068\u2069]/);
    }
  });
});
