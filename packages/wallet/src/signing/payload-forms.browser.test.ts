import { generateClientKey } from '@org/payments-crypto';
import { expect, it } from 'vitest';
import {
  cardState,
  control,
  newWorld,
  optionsOf,
  type PayloadForm,
  payloadForms,
} from '../../test/app/client.ts';
import { signedIn, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import { factsOfAction } from '../approval/facts-of-action.ts';
import { createWallet, type PayloadStrength, type Review, type WalletEvent } from '../index.ts';

/** The strength of each check, by the form of the service's payloads. */
const strengths: Readonly<Record<PayloadForm, Readonly<Record<string, PayloadStrength>>>> = {
  activity: {
    freezeCard: 'unreadable',
    setPrivacy: 'unreadable',
    changeEmail: 'shown',
    exportWallet: 'kind',
    pay: 'unreadable',
    endSession: 'kind',
    remove_credential: 'kind',
    refresh: 'shown',
    revoke: 'kind',
  },
  described: {
    freezeCard: 'shown',
    setPrivacy: 'shown',
    changeEmail: 'shown',
    exportWallet: 'kind',
    pay: 'kind',
    endSession: 'shown',
    remove_credential: 'shown',
    refresh: 'shown',
    revoke: 'shown',
  },
  opaque: {
    freezeCard: 'unreadable',
    setPrivacy: 'unreadable',
    changeEmail: 'unreadable',
    exportWallet: 'unreadable',
    pay: 'unreadable',
    endSession: 'unreadable',
    remove_credential: 'unreadable',
    refresh: 'unreadable',
    revoke: 'unreadable',
  },
};

it.each(payloadForms)(
  'every flow works, and the review learns what the payload shows: %s',
  async (payloads) => {
    const world = await newWorld({ payloads });
    const { accountId, customerId, cardId } = world;
    const seen: Record<string, PayloadStrength> = {};
    const review: Review = async (payload, action, describe) => {
      // Every field of every form has a row.
      const { rows } = factsOfAction(payload, action, await describe());
      expect(rows.length).toBeGreaterThan(0);
      seen[action.kind === 'action' ? action.action : action.kind] = action.strength;
      return true;
    };
    const wallet = createWallet({
      ...optionsOf(world),
      accountId,
      review,
      changes: {
        freezeCard: (input: { readonly cardId: string }) => ({
          operation: 'cards.update',
          input: { id: input.cardId, state: 'FROZEN' },
        }),
        changeEmail: (input: { readonly email: string }) => ({
          operation: 'customers.update',
          input: { customerId, ...input },
        }),
      },
    });
    const events: WalletEvent[] = [];
    wallet.subscribe((event) => events.push(event));
    const sessionIds = async () => (await wallet.account()).sessions.map(({ id }) => id);

    await signIn(wallet, world);
    await wallet.run('freezeCard', { cardId });
    expect(await cardState(world)).toBe('FROZEN');
    await wallet.run('setPrivacy', { privateEnabled: true });
    await wallet.run('exportWallet', { clientPublicKey: (await generateClientKey()).publicKey });
    const quote = (await control(world, { do: 'quote' })) as { readonly id: string };
    await wallet.run('pay', { quoteId: quote.id });
    await wallet.removeCredential(world.oauthId);
    await wallet.refresh();
    const [current = ''] = [wallet.state.session?.id];
    await eventually(async () => expect(await sessionIds()).toEqual([current]));
    const other = createWallet({ ...optionsOf(world), vault: 'memory' });
    await signIn(other, world);
    await wallet.run('endSession', { sessionId: other.state.session?.id });
    expect(await sessionIds()).toEqual([current]);
    await wallet.run('changeEmail', { email: 'new@example.com' });
    expect(await wallet.signOut()).toEqual({ revoked: true, wiped: true });
    expect(await sessionIds()).toEqual([]);
    expect(seen).toEqual(strengths[payloads]);
    expect(events.filter(({ type }) => type === 'revoke_failed')).toEqual([]);
  },
);

it('reports that the old session was not ended after a refresh', async () => {
  const { world, wallet, events } = await signedIn();
  const sessionId = wallet.state.session?.id;
  await control(world, { do: 'break', path: '/revoke/begin', status: 503, times: 9 });
  await wallet.refresh();
  const cause = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });
  await eventually(() =>
    expect(events).toContainEqual({ type: 'revoke_failed', sessionId, cause }),
  );
});
