import type { Fields } from '@org/payments-contract';
import { headingOf } from '@org/payments-contract/internal';
import {
  englishQuestion,
  type RowTexts,
  readTexts,
} from '@org/payments-contract/internal/question';
import type { PaymentsTool } from '../../tools/tool.ts';
import type { Fact } from './facts.ts';

const texts = readTexts<RowTexts>(englishQuestion);

/** The words of a wallet's question, where whoever approves is not the one who pays. */
export const questionTexts = {
  ...texts,
  labels: { ...texts.labels, sends: 'Amount', fees: 'Fees' },
};

const SEND = texts.headings['quotes.execute'];

/** What a call does, as a wallet's question names it, or else the tool. */
export function titleOf({ title, operation }: PaymentsTool, input: Fields): string {
  const name = operation.name.replace(/^agent\./, '');
  if (name === 'transfers.createOut') return SEND;
  if (!Object.hasOwn(texts.headings, name)) return title;
  return texts.headings[headingOf({ operation: name as 'quotes.execute', input, signed: {} })];
}

/** The label of the button that approves. */
export function actOf(title: string, facts: readonly Fact[]): string {
  const amount = facts.find(({ row }) => row === 'sends')?.value;
  return title === SEND && amount !== undefined ? texts.pay(amount) : title;
}
