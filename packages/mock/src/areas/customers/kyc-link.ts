import { iso } from '../../clock.ts';
import { plain } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import { requireCustomer } from './customers.ts';

/** How long a link works. */
const LINK_LIFETIME = 60 * 60_000;
const HOSTED_PAGE = 'https://verify.payments.test/kyc';

/** Creates a link to hosted verification (rule 80). The engine repeats responses by key. */
export const createKycLink = plain<'customers.createKycLink'>({
  run(call) {
    const { world, input } = call;
    const customer = requireCustomer(call, input.customerId);
    if (Object.values(customer.contactVerification ?? {}).includes('PENDING')) {
      throw refuse('CONFLICT', 'The contact verification of the customer is not complete');
    }
    const url = new URL(`${HOSTED_PAGE}/${world.random.hex('kyc-link', 16)}`);
    if (input.redirectUri !== undefined) url.searchParams.set('redirectUri', input.redirectUri);
    const expiresAt = world.clock.now() + LINK_LIFETIME;
    return { body: { kycUrl: url.href, expiresAt: iso(expiresAt), provider: 'MOCK' } };
  },
});
