import { iso } from '../../clock.ts';
import { plain } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import { cards } from './cards.ts';

/** How long the page that shows a card's number works. */
const PAGE_LIFETIME = 5 * 60_000;
const ISSUER_PAGE = 'https://cards.payments.test/embed';

/** Creates a page that would show a card's number. Only active and frozen cards can be shown. */
export const revealCard = plain<'cards.reveal'>({
  run(call) {
    const { world } = call;
    const { id, state } = cards.require(call, call.input.id);
    if (state !== 'ACTIVE' && state !== 'FROZEN') {
      const explanation = `${id} is ${state}; only an ACTIVE or FROZEN card is shown.`;
      throw refuse('FORBIDDEN', 'The card cannot be revealed', explanation);
    }
    const panEmbedUrl = `${ISSUER_PAGE}/${world.random.hex('card-reveal', 16)}`;
    const expiresAt = world.clock.now() + PAGE_LIFETIME;
    return { body: { panEmbedUrl, expiresAt: iso(expiresAt) } };
  },
});
