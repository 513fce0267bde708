/**
 * The currencies of ISO 4217 by the decimals of their smallest unit, and the cryptocurrencies of the
 * service. `Intl` does not have them: of COP, IDR, PKR and 13 others it returns the decimals that are
 * usual in prices, which would shift amounts by a factor of 100.
 */
const codesByDecimals: ReadonlyMap<number, string> = new Map([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [6, 'USDB USDC USDT'],
  [8, 'BTC'],
]);

let decimalsByCode: ReadonlyMap<string, number> | undefined;

/**
 * Returns the decimals of a currency's smallest unit: 2 for USD, 0 for JPY, 3 for KWD, 8 for BTC.
 * Undefined for a code that is not known.
 *
 * @example
 * decimalsOf('JPY'); // 0
 */
export function decimalsOf(code: string): number | undefined {
  decimalsByCode ??= new Map(
    [...codesByDecimals].flatMap(([decimals, codes]) =>
      codes.split(' ').map((each) => [each, decimals] as const),
    ),
  );
  return decimalsByCode.get(code);
}

/**
 * Writes an amount of the smallest unit as a decimal number, digit by digit and therefore exactly.
 *
 * @example
 * decimalText(-4050, 2); // '-40.50'
 */
export function decimalText(amount: number | bigint, decimals: number): string {
  const value = BigInt(amount);
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${value < 0n ? '-' : ''}${whole}${fraction}`;
}
