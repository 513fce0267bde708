import { canonicalJson } from '@org/payments-contract/internal';
import type { PayItem, Step } from '@org/payments-sdk/run';
import type { Paid } from '../check/known-rows.ts';
import type { Platform } from '../check/payees.ts';
import type { Payment } from '../check/payments.ts';
import { amountWords } from '../file/amounts.ts';
import type { ApprovedPayment, PresentPlan } from '../plans.ts';
import { TO_AUTHORIZE } from '../watch/progress-lines.ts';

const optional = (name: string, value: string) => (value === '' ? {} : { [name]: value });

/** A transfer; or who recorded that it was made, if nothing else shows it. */
interface Settled {
  readonly id?: string;
  readonly status?: string;
  readonly settledBy?: string;
}

async function transfer(client: Platform, item: Payment, step: Step): Promise<Paid> {
  const { from, to, amount, memo } = item;
  const made: Settled = await step('transfer', (idempotencyKey) =>
    client.transfers.createOut(
      {
        source: { accountId: from as `InternalAccount:${string}` },
        destination: { accountId: to.accountId as `ExternalAccount:${string}` },
        ...{ amount, ...optional('remittanceInformation', memo) },
      },
      { idempotencyKey },
    ),
  );
  const { id: transactionId = '', settledBy, status = `recorded by ${settledBy}` } = made;
  return { transactionId, status, cost: amount, currency: item.currency };
}

async function quoted(
  client: Platform,
  { payment: item, most }: ApprovedPayment,
  step: Step,
): Promise<Paid> {
  const { from, to, side, amount, currency, memo } = item;
  const destination =
    to.accountId === undefined
      ? ({ destinationType: 'UMA_ADDRESS', umaAddress: to.umaAddress ?? '' } as const)
      : ({
          destinationType: 'ACCOUNT',
          accountId: to.accountId as `ExternalAccount:${string}`,
        } as const);
  const { umaAddress: receiverUmaAddress } = to;
  const lookedUp =
    receiverUmaAddress === undefined
      ? {}
      : await step(
          'lookup',
          async () => {
            const { lookupId } = await client.receivers.lookUpUma({ receiverUmaAddress });
            return { lookupId };
          },
          { movesMoney: false },
        );
  const receives = side === 'RECEIVING' && to.accountId === undefined ? { currency } : {};
  const quote = await step(
    'quote',
    (idempotencyKey) =>
      client.quotes.create(
        {
          ...lookedUp,
          source: { sourceType: 'ACCOUNT', accountId: from as `InternalAccount:${string}` },
          destination: { ...destination, ...receives },
          ...{ lockedCurrencySide: side, lockedCurrencyAmount: amount },
          ...optional('remittanceInformation', memo),
        },
        { idempotencyKey },
      ),
    { again: 'expired', movesMoney: false },
  );
  const { id: quoteId, totalSendingAmount: cost, sendingCurrency, transactionId } = quote;
  const paid = { transactionId, cost, currency: sendingCurrency.code };
  if (cost > most) {
    const [is, limit] = [cost, most].map((one) => amountWords(one, sendingCurrency.code));
    step.refuse(
      'COSTS_MORE',
      `The quote costs ${is}, and at most ${limit} was approved.`,
      'Pass --id, --again and a larger --margin: the file is then approved again, with what it costs now. --again alone asks for another quote.',
    );
  }
  const { status } = await step('execute', (idempotencyKey) =>
    client.quotes.execute({ quoteId }, { idempotencyKey }),
  );
  const waiting = { quoteId, until: quote.expiresAt };
  return { ...paid, status, ...(status === TO_AUTHORIZE && waiting) };
}

/** Pays items exactly as they are approved by then, and nothing else that the state may still have. */
export function payApproved(client: Platform, plan: PresentPlan): PayItem<Payment, Paid> {
  return async (item, step) => {
    const one = await plan.payment(item.id);
    if (one === undefined || canonicalJson({ ...one.payment }) !== canonicalJson({ ...item })) {
      return step.refuse(
        'NOT_APPROVED',
        'The row is not in the file that was approved last.',
        'Nothing is to be done if another row replaces it. To pay it, put it back, and pass --again.',
      );
    }
    return item.by === 'transfer' ? transfer(client, item, step) : quoted(client, one, step);
  };
}
