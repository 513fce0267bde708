import type { RelayDescription } from '@org/payments-relay/protocol';
import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { WalletTransport } from '../relay/transport.ts';
import { readDescription } from '../signing/description.ts';
import type { Review, ReviewedAction } from '../signing/review.ts';

/** Asks a review as the wallet does, with an example of a payload and the given descriptions. */
export function createFakeReview(
  review: Review | undefined,
  resources: readonly RelayDescription[],
  clock: WalletClock,
  accountId: string,
): (action: ReviewedAction) => Promise<void> {
  const describe: WalletTransport['describe'] = async ({ id }) => {
    const found = resources.find((one) => one.id === id);
    if (found === undefined) throw new WalletError('FORBIDDEN');
    return found;
  };
  const transport = { describe };
  return async (action) => {
    if (review === undefined) return;
    const payload = JSON.stringify({ organizationId: 'example', type: action.kind });
    const read = () => readDescription({ transport, clock, accountId }, action);
    const life = { signal: new AbortController().signal };
    if ((await review(payload, action, read, life)) === true) return;
    throw new WalletError('REFUSED_BY_PERSON');
  };
}
