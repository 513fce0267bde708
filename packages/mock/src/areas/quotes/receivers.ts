import type { Customer, ReceiverLookup } from '@org/payments-contract';
import { money } from '../../currencies.ts';
import { type Call, plain } from '../../engine/behaviour.ts';
import { holderOfAddress, requireCustomer } from '../customers/customers.ts';
import { largestAmount, rateOf } from '../exchange-rates/rates.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import { lookups } from './lookups.ts';
import { requireReceiver, requireUmaForm } from './uma.ts';

interface LookupInput {
  readonly senderUmaAddress?: string | undefined;
  readonly customerId?: string | undefined;
}

/** Returns the customer who asks, by id or by address; undefined if neither is set. */
function senderOf(call: Call<LookupInput>): Customer | undefined {
  const { customerId, senderUmaAddress: address } = call.input;
  if (address !== undefined) requireUmaForm(address);
  if (customerId !== undefined) return requireCustomer(call, customerId);
  return address === undefined ? undefined : holderOfAddress(call.world, address);
}

function lookUp(call: Call<LookupInput>, receiver: string, currency: string): ReceiverLookup {
  const { world, write } = call;
  const from = senderOf(call)?.currencies?.[0] ?? 'USD';
  const { id } = write.insert(lookups, { id: `Lookup:${world.random.uuid('Lookup')}`, receiver });
  return {
    lookupId: id,
    supportedCurrencies: [
      {
        currency: money(0, currency).currency,
        estimatedExchangeRate: rateOf(world, from, currency),
        min: 1,
        max: largestAmount(currency),
      },
    ],
  };
}

/** Looks up a UMA address, whose provider requires the sender's name. */
export const lookUpUma = plain<'receivers.lookUpUma'>({
  run(call) {
    const { receiverUmaAddress } = call.input;
    const { currency } = requireReceiver(call, receiverUmaAddress);
    const lookup = lookUp(call, receiverUmaAddress, currency);
    const requiredPayerDataFields = [{ name: 'FULL_NAME', mandatory: true }];
    return { body: { ...lookup, requiredPayerDataFields, receiverUmaAddress } };
  },
});

/** Looks up an external account, whose bank requires no further facts. */
export const lookUpExternalAccount = plain<'receivers.lookUpExternalAccount'>({
  run(call) {
    const { id, currency } = externalAccounts.require(call, call.input.accountId);
    return { body: { ...lookUp(call, id, currency), accountId: id } };
  },
});
