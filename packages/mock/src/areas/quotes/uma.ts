import { notFound, refuse } from '../../engine/refusal.ts';
import { type SandboxAddress, sandboxAddresses } from '../../options/sandbox-values.ts';
import type { World } from '../../world.ts';
import { holderOfAddress } from '../customers/customers.ts';
import { umaProviders } from '../discoveries/discoveries.ts';

const FORM = /^\$([a-z0-9_.+-]+)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;

/** The holder of a UMA address in the sandbox. */
export interface UmaReceiver {
  /** The currency that the holder prefers. */
  readonly currency: string;
}

/** Returns one of the sandbox's addresses; undefined for any other address. */
export function sandboxAddress(address: string): SandboxAddress | undefined {
  const [, local = ''] = FORM.exec(address) ?? [];
  return Object.hasOwn(sandboxAddresses, local) ? sandboxAddresses[local] : undefined;
}

/** Checks that a string is a UMA address. @throws Refusal 400 */
export function requireUmaForm(address: string): { readonly domain: string } {
  const [, , domain] = FORM.exec(address) ?? [];
  if (domain !== undefined) return { domain: domain.toLowerCase() };
  const explanation = `Expected $name@domain; received ${address}.`;
  throw refuse('INVALID_UMA_ADDRESS', 'The UMA address is not valid', explanation);
}

/**
 * Finds the holder of a UMA address: one of the sandbox's own addresses, or a customer's.
 *
 * @throws Refusal 400 for text that is not an address, 403 for a provider that the platform blocks,
 *   404 for an address without a holder
 */
export function requireReceiver(
  { world }: { readonly world: World },
  address: string,
): UmaReceiver {
  const { domain } = requireUmaForm(address);
  const provider = umaProviders.in(world).find('domain', domain)[0];
  if (provider?.allowListStatus === false) {
    throw refuse(
      'COUNTERPARTY_NOT_ALLOWED',
      'The platform does not allow payments with this provider',
    );
  }
  const own = sandboxAddress(address);
  if (own !== undefined) return { currency: own.currency };
  const holder = holderOfAddress(world, address);
  if (holder === undefined) throw notFound('UMA address', address, 'UMA_NOT_FOUND');
  return { currency: holder.currencies?.[0] ?? 'USD' };
}
