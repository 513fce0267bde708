export * as transactions from './transactions.ts';
export * as transfers from './transfers.ts';
