import type { Call } from '../../engine/behaviour.ts';
import { invalidField } from '../../engine/refusal.ts';
import { requireUmaForm } from '../customers/customers.ts';
import type { QuoteInput } from './parties.ts';

/** The currencies that are on several networks, so that a payment in them must name one. */
const onSeveralNetworks: ReadonlySet<string> = new Set(['USDC', 'USDT']);

/** Checks the form of an address to pay to. @throws Refusal 400 */
function requireAddress({ destination }: Partial<QuoteInput>): void {
  if (destination?.destinationType !== 'UMA_ADDRESS') return;
  requireUmaForm(destination.umaAddress, 'destination.umaAddress');
}

/** Checks that a payment to an address follows a lookup of it. @throws Refusal 400 */
function requireLookedUp({ lookupId, destination }: Partial<QuoteInput>): void {
  if (destination?.destinationType !== 'UMA_ADDRESS' || lookupId !== undefined) return;
  const message = 'is required for a UMA address: the lookup of the address returns it';
  throw invalidField('lookupId', message);
}

/** Checks that a payment from outside names its network, if there are several. @throws Refusal 400 */
function requireNetwork({ source }: Partial<QuoteInput>): void {
  if (source?.sourceType !== 'REALTIME_FUNDING' || source.cryptoNetwork !== undefined) return;
  if (!onSeveralNetworks.has(source.currency)) return;
  const message = `is required for ${source.currency}: it names where the funds arrive`;
  throw invalidField('source.cryptoNetwork', message);
}

/** Refuses immediate execution of a quote that is paid from outside. @throws Refusal 400 */
function requireArrival({ source, immediatelyExecute }: Partial<QuoteInput>): void {
  if (immediatelyExecute !== true || source?.sourceType !== 'REALTIME_FUNDING') return;
  throw invalidField('immediatelyExecute', 'is not possible: the funds must arrive first');
}

/** Checks that the platform's part of the fees can be taken. @throws Refusal 400 */
export function requireDollarFee({ source, platformFeeOverride: fee }: Partial<QuoteInput>): void {
  if (fee === undefined) return;
  const currency = source?.sourceType === 'REALTIME_FUNDING' ? source.currency : 'USD';
  requireFromDollars(currency ?? 'USD');
  if ((fee.platformFixedFee?.currency ?? 'USD') === 'USD') return;
  const field = 'platformFeeOverride.platformFixedFee.currency';
  throw invalidField(field, 'must be USD: only payments from USD have a fee of the platform');
}

/** Refuses a fee of the platform's own for a payment that is not from US dollars. @throws Refusal 400 */
export function requireFromDollars(currency: string): void {
  if (currency === 'USD') return;
  const message = `is only supported for payments from USD, not from ${currency}`;
  throw invalidField('platformFeeOverride', message);
}

type Given = Pick<Call<QuoteInput>, 'input'>;

/** The checks of what a request says, whatever its accounts are; any of its fields may be left out (rule 4). */
export const requestChecks = ({ input }: Given) =>
  [requireAddress, requireLookedUp, requireNetwork, requireArrival].map(
    (check) => () => check(input),
  );

/** The same, for a request whose accounts are not looked at: the fee has to be in dollars. */
export const quoteFieldChecks = (call: Given) => [
  ...requestChecks(call),
  () => requireDollarFee(call.input),
];
