import type { Institution } from '@org/payments-contract';

/** Banks and wallet providers that payments can reach. Invented, and constant. */
export const institutions: readonly Institution[] = [
  { bankName: 'example-bank-us', displayName: 'Example Bank', country: 'US', currency: 'USD' },
  { bankName: 'harbor-savings-us', displayName: 'Harbor Savings', country: 'US', currency: 'USD' },
  { bankName: 'beispielbank-de', displayName: 'Beispielbank', country: 'DE', currency: 'EUR' },
  { bankName: 'banque-exemple-fr', displayName: 'Banque Exemple', country: 'FR', currency: 'EUR' },
  { bankName: 'example-bank-gb', displayName: 'Example Bank UK', country: 'GB', currency: 'GBP' },
  { bankName: 'banco-ejemplo-mx', displayName: 'Banco Ejemplo', country: 'MX', currency: 'MXN' },
  { bankName: 'banco-exemplo-br', displayName: 'Banco Exemplo', country: 'BR', currency: 'BRL' },
  {
    bankName: 'example-bank-in',
    displayName: 'Example Bank India',
    country: 'IN',
    currency: 'INR',
  },
  {
    bankName: 'example-bank-ph',
    displayName: 'Example Bank Manila',
    country: 'PH',
    currency: 'PHP',
  },
  { bankName: 'example-wallet-ph', displayName: 'Example Wallet', country: 'PH', currency: 'PHP' },
  {
    bankName: 'example-bank-ng',
    displayName: 'Example Bank Lagos',
    country: 'NG',
    currency: 'NGN',
  },
  { bankName: 'example-mobile-ke', displayName: 'Example Mobile', country: 'KE', currency: 'KES' },
];
