export type { ExchangeRate } from './schemas.ts';
