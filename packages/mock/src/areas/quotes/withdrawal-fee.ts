import { plain } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/**
 * Fee of a transfer on a network, in the smallest unit of the currency that is withdrawn; only
 * networks that support withdrawals. Invented, and constant.
 */
const networkFees: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  BTC: { BITCOIN: 1_200, SPARK: 0 },
  USDC: { ETHEREUM: 1_900_000, SOLANA: 5_000, BASE: 8_000, POLYGON: 6_000 },
  USDB: { SPARK: 0 },
};

const APPLICATION_FEE_BPS = 10;
const BPS = 10_000;

/** Estimates the fee of a withdrawal; both fees are taken from the amount. */
export const estimateWithdrawalFee = plain<'quotes.estimateWithdrawalFee'>({
  run(call) {
    const { internalAccountId, currency, cryptoNetwork, amount } = call.input;
    const { code } = accounts.require(call, internalAccountId).balance.currency;
    const fees = Object.hasOwn(networkFees, currency) ? networkFees[currency] : undefined;
    if (fees === undefined || code !== currency) {
      const explanation = `The account is in ${code}; the request asks for a withdrawal in ${currency}.`;
      throw refuse('INVALID_CURRENCY', `${currency} cannot be withdrawn from it`, explanation);
    }
    const networkFee = Object.hasOwn(fees, cryptoNetwork) ? fees[cryptoNetwork] : undefined;
    if (networkFee === undefined) {
      const message = `is not a network of ${currency}; allowed: ${Object.keys(fees).join(', ')}`;
      throw invalidInput([{ field: 'cryptoNetwork', message }]);
    }
    const applicationFee = Math.ceil((amount * APPLICATION_FEE_BPS) / BPS);
    const totalFee = networkFee + applicationFee;
    if (totalFee >= amount) {
      const message = `does not cover the fees of ${totalFee}`;
      throw invalidInput([{ field: 'amount', message }]);
    }
    const fee = { networkFee, networkFeeAsset: currency, applicationFee, totalFee };
    return { body: { ...fee, netAmount: amount - totalFee } };
  },
});
