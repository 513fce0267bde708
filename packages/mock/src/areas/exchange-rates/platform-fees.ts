import type { World } from '../../world.ts';
import { configOf } from '../config/config.ts';
import type { PlatformFee } from './conversion.ts';

/**
 * Returns the fee that the platform's configuration adds to a payment. Only payments across
 * currencies have one. Undefined if none is set for the sending currency.
 */
export function configuredFee(world: World, from: string, to: string): PlatformFee | undefined {
  if (from === to) return undefined;
  const fee = configOf(world).feeConfigs?.find(({ sourceCurrency }) => sourceCurrency === from);
  return fee?.fixedFee?.amount === undefined
    ? undefined
    : { fixed: fee.fixedFee.amount, bps: fee.variableFeeBps ?? 0 };
}
