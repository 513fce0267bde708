import { expect, it } from 'vitest';
import { CLIENT_KEY, callRelay, testRelay, textField } from '../../../test/relay/call-relay.ts';
import { card, challenge, json } from '../../../test/scripted-service.ts';

interface Challenge {
  readonly ticket: string;
}

/** Returns a challenge to leg 1, and the result to leg 2. */
const twoLegs = (result: () => Response) => (request: { headers: Headers }) =>
  request.headers.has('service-wallet-signature') ? result() : json(202, challenge);

const unknown = [502, 'OUTCOME_UNKNOWN'];
const REFRESH = 'POST /auth/sessions/Session:ada-1/refresh';
const refreshed = () => new Response(null, { status: 204 });

it('a refresh without a usable response has an unknown outcome', async () => {
  const { relay } = testRelay(
    { [REFRESH]: twoLegs(refreshed) },
    { maxRefreshes: Number.POSITIVE_INFINITY, maxSessionAge: Number.POSITIVE_INFINITY },
  );
  const request = { id: 'Session:ada-1', clientPublicKey: CLIENT_KEY };
  const begun = await callRelay<Challenge>(relay, 'refreshBegin', request);
  const { ticket } = begun.body;
  const { status, body } = await callRelay(relay, 'refreshComplete', { ticket, stamp: 'c3RhbXA' });
  expect([status, body.code]).toEqual(unknown);
});

it('an action whose result cannot be serialized has an unknown outcome', async () => {
  const { relay, payments, writes } = testRelay(
    { 'PATCH /cards/Card:ada': () => json(200, { ...card, id: 'Card:ada' }) },
    {
      actions: {
        freezeCard: {
          input: textField('cardId'),
          run: async () => {
            await payments.cards.update.begin({ id: 'Card:ada', state: 'FROZEN' });
            return { status: 'done', result: { version: 1n } };
          },
        },
      },
    },
  );
  const request = { action: 'freezeCard', input: { cardId: 'Card:ada' } };
  const { status, body } = await callRelay(relay, 'actionBegin', request);
  expect(writes()).toHaveLength(1);
  expect([status, body.code]).toEqual(unknown);
});
