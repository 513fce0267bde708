export * as transactions from './transactions.ts';
