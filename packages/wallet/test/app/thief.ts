import type { SessionKey } from '@org/payments-crypto';
import type { TestWorld } from './backend.ts';

/**
 * What a script of the origin does with a key that it has taken: it asks the relay, and signs
 * without calling the wallet.
 *
 * @returns the action's result
 */
export async function freezeWith(stamp: SessionKey['stamp'], world: TestWorld): Promise<unknown> {
  const call = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${world.relay}/v1/actions/${path}`, init)).json();
  };
  const { accountId, cardId } = world;
  const request = { action: 'freezeCard', input: { cardId }, accountId };
  const { payloadToSign, ticket } = await call('begin', request);
  return (await call('complete', { ticket, stamp: await stamp(payloadToSign) })).result;
}
