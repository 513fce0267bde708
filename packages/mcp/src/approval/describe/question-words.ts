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

/** The most characters of a title that fit on a button of two lines. */
const BUTTON = 30;

/** The label of the button that approves: of a payment with its amount; a long title only says what is done, the heading to whom. */
export function actOf(title: string, facts: readonly Fact[]): string {
  const amounts = facts.filter(({ row }) => row === 'sends' || row === 'receives');
  const [amount] = amounts.map(({ value }) => value.replace(/ \(.*/, ''));
  if (title === SEND && amount !== undefined) return texts.pay(amount);
  const others = / (?:at|for|from|of|once|outside|that|to|with)\b.*/;
  const act = title.length > BUTTON ? title.replace(others, '') : title;
  return amount === undefined ? act : `${act}: ${amount}`;
}
