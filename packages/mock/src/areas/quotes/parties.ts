import type { Customer, ExternalAccount, InternalAccount } from '@org/payments-contract';
import type { Call, CallOf } from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { type SandboxAddress, sandboxAddresses } from '../../options/outcomes.ts';
import type { World } from '../../world.ts';
import {
  holderOfAddress,
  requireCustomer,
  requireOwner,
  verificationOf,
} from '../customers/customers.ts';
import { umaProviders } from '../discoveries/discoveries.ts';
import {
  externalAccounts,
  identifierOf,
  requireUsable,
} from '../external-accounts/external-accounts.ts';
import { accounts, statusProblem } from '../internal-accounts/internal-accounts.ts';

interface UmaReceiver {
  /** The currency that the holder prefers. */
  readonly currency: string;
}

/** Returns one of the sandbox's addresses; undefined for any other address. */
export function sandboxAddress(address: string): SandboxAddress | undefined {
  const [local = ''] = address.slice(1).toLowerCase().split('@');
  return Object.hasOwn(sandboxAddresses, local) ? sandboxAddresses[local] : undefined;
}

/**
 * Finds the holder of a UMA address: one of the sandbox's addresses, or a customer's.
 *
 * @throws Refusal 403 for a provider that the platform blocks, 404 for an address without a holder
 */
export function requireReceiver(
  { world }: { readonly world: World },
  address: string,
): UmaReceiver {
  const [, domain = ''] = address.toLowerCase().split('@');
  const provider = umaProviders.in(world).find('domain', domain)[0];
  if (provider?.allowListStatus === false) {
    throw refuse(
      'COUNTERPARTY_NOT_ALLOWED',
      'The platform does not allow payments with this provider',
    );
  }
  const ofSandbox = sandboxAddress(address);
  if (ofSandbox !== undefined) return { currency: ofSandbox.currency };
  const holder = holderOfAddress(world, address);
  if (holder === undefined) throw notFound('UMA address', address, 'UMA_NOT_FOUND');
  return { currency: holder.currencies?.[0] ?? 'USD' };
}

/** The rails on which the service can collect money from a bank account. */
const collectingRails: ReadonlySet<string> = new Set(['ACH']);

export type QuoteInput = CallOf<'quotes.create'>['input'];

export interface PayingSide {
  /** Left out for a payment of the platform itself. */
  readonly customer?: Customer;
  readonly currency: string;
  /** Left out if the money comes from outside. */
  readonly account?: InternalAccount;
}

export interface ReceivingSide {
  readonly currency: string;
  /** The internal account it is posted to, if it is one. */
  readonly accountId?: string;
  /** The value that decides the outcome. */
  readonly driver: string;
  /** Set for one of the sandbox's addresses, whose holder is a counterparty. */
  readonly isOfSandbox?: boolean;
}

/** Returns the account's customer, or the one named; without either, the platform pays (rule 112). */
function requirePayer(
  call: Call<QuoteInput>,
  ownerId: string | undefined,
): Pick<PayingSide, 'customer'> {
  const { customerId: named } = call.input.source;
  if (ownerId !== undefined && named !== undefined && named !== ownerId) {
    throw invalidField('source.customerId', 'is not the owner of the account');
  }
  const id = ownerId ?? named;
  if (id === undefined) return {};
  const customer = requireCustomer(call, id);
  const status = verificationOf(customer);
  if (status === 'APPROVED') return { customer };
  const explanation = `The verification of ${customer.id} is ${status}; payments need APPROVED.`;
  throw refuse('USER_NOT_READY', 'The customer cannot make payments yet', explanation);
}

/** Checks that the service can collect from an external account (rule 112). @throws Refusal 400 */
export function requireCollectable(account: ExternalAccount): void {
  requireUsable(account, 'source');
  const { accountType, paymentRails = [] } = account.accountInfo as {
    readonly accountType: string;
    readonly paymentRails?: readonly string[];
  };
  if (paymentRails.some((rail) => collectingRails.has(rail))) return;
  const message = `is a ${accountType}, from which the service cannot collect`;
  throw invalidField('source.accountId', message);
}

/** Finds who pays for a quote, and from where. @throws Refusal 404, 400, or 403 for a customer who cannot pay yet */
export function payingSide(call: Call<QuoteInput>): PayingSide {
  const { source } = call.input;
  if (source.sourceType === 'REALTIME_FUNDING') {
    return { ...requirePayer(call, undefined), currency: source.currency };
  }
  if (source.accountId.startsWith('ExternalAccount:')) {
    const account = externalAccounts.require(call, source.accountId);
    requireCollectable(account);
    return { ...requirePayer(call, account.customerId), currency: account.currency };
  }
  const account = accounts.require(call, source.accountId);
  const payer = requirePayer(call, account.customerId);
  return { ...payer, currency: account.balance.currency.code, account };
}

/** Whether an account is not the paying customer's. The platform pays to any of them. */
function isForeign(
  { customerId }: Pick<InternalAccount, 'customerId'>,
  { customer }: PayingSide,
): boolean {
  return customer !== undefined && customerId !== customer.id;
}

/** Finds who is paid by a quote. @throws Refusal 404, 400, or 403 for one that the platform blocks */
export function receivingSide(call: Call<QuoteInput>, payer: PayingSide): ReceivingSide {
  const { destination } = call.input;
  if (destination.destinationType === 'UMA_ADDRESS') {
    const { umaAddress, currency } = destination;
    const receiver = requireReceiver(call, umaAddress);
    const isOfSandbox = sandboxAddress(umaAddress) !== undefined;
    return { currency: currency ?? receiver.currency, driver: umaAddress, isOfSandbox };
  }
  const { accountId, paymentRail } = destination;
  const field = 'destination.accountId';
  if (accountId.startsWith('InternalAccount:')) {
    const account = accounts.require(call, accountId);
    requireOwner(call, account.customerId);
    if (account.id === payer.account?.id) {
      throw refuse('SELF_PAYMENT', 'The source and the destination are the same account');
    }
    if (isForeign(account, payer)) {
      throw invalidField(field, 'belongs to another customer than the source');
    }
    const message = statusProblem(account);
    if (message !== undefined) throw invalidField(field, message);
    if (paymentRail !== undefined) {
      throw invalidField('destination.paymentRail', 'does not reach an internal account');
    }
    return { currency: account.balance.currency.code, accountId: account.id, driver: '' };
  }
  const account = externalAccounts.require(call, accountId);
  requireOwner(call, account.customerId);
  if (account.customerId !== undefined && isForeign(account, payer)) {
    throw invalidField(field, 'belongs to another customer than the source');
  }
  requireUsable(account, 'destination', paymentRail);
  return { currency: account.currency, driver: identifierOf(account) };
}
