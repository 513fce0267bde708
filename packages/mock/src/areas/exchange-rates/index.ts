import { area } from '../../engine/area.ts';
import { listExchangeRates } from './list.ts';

/** Exchange rates, for fiat and crypto currencies alike. */
export const exchangeRatesArea = area({
  operations: { 'exchangeRates.list': listExchangeRates },
});
