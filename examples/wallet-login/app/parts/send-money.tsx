import { useSignedAction } from '@org/payments-wallet/react';
import { type FormEvent, useRef, useState } from 'react';
import { api, type Overview } from '../platform/api.ts';
import { Button, Field, useAttempt } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice, Trouble } from '../ui/notices.tsx';
import { money } from '../ui/screen.tsx';
import type { DemoActions, DemoWallet } from '../wallet/create-demo-wallet.ts';

type Payee = Overview['payees'][number];

/** The name that a payee's account has. */
function nameOf({ accountInfo }: Payee): string {
  const { beneficiary } = accountInfo as { beneficiary?: { fullName?: string } };
  return beneficiary?.fullName ?? 'Somebody without a name';
}

/** Shows what was paid, to whom, and under which reference. */
function Receipt({ quote, to }: { quote: DemoActions['pay']['result']; to: string }) {
  const { totalSendingAmount, feesIncluded, sendingCurrency, transactionId } = quote;
  const rows = { Fee: money(feesIncluded, sendingCurrency), Reference: transactionId };
  return (
    <div className="receipt" role="status">
      <span className="receipt-mark">
        <Icon name="check" />
      </span>
      <p className="amount">{money(totalSendingAmount, sendingCurrency)}</p>
      <p>
        paid to <strong>{to}</strong>
      </p>
      <dl>
        {Object.entries(rows).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Props of {@link SendMoney}. */
export interface SendMoneyProps {
  readonly wallet: DemoWallet;
  readonly payees: readonly Payee[];
  readonly reload: () => Promise<void>;
}

/** Pays somebody: a quote of the backend, the approval in the signer, and the receipt. */
export function SendMoney({ wallet, payees, reload }: SendMoneyProps) {
  const payment = useSignedAction(wallet, 'pay');
  const { status, result } = payment;
  const form = useRef<HTMLFormElement>(null);
  const [to, setTo] = useState('');
  const { run, isBusy, error } = useAttempt(async () => {
    setTo('');
    payment.reset();
    const inputs = new FormData(form.current ?? undefined);
    const payee = payees.find(({ id }) => id === inputs.get('payee'));
    const amount = Math.round(Number(inputs.get('amount')) * 100);
    const { quoteId } = await api.quote({ payeeId: String(payee?.id), amount });
    await payment.run({ quoteId });
    if (payee !== undefined) setTo(nameOf(payee));
    await reload();
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy) void run();
  }

  return (
    <section className="panel stack" aria-labelledby="payment-title">
      <h2 id="payment-title">Send money</h2>
      {result !== undefined && to !== '' ? (
        <>
          <Receipt quote={result} to={to} />
          <Button onClick={() => setTo('')}>Send more</Button>
        </>
      ) : (
        <form ref={form} className="stack" onSubmit={onSubmit}>
          <Field label="To" name="payee" options={payees.map((one) => [one.id, nameOf(one)])} />
          <Field
            label="Amount in dollars"
            name="amount"
            type="number"
            inputMode="decimal"
            min="0.01"
            step="0.01"
            required
            autoComplete="off"
          />
          <Trouble error={error ?? payment.error} />
          {to !== '' && status === 'idle' && (
            <Notice tone="info" title="You refused. Nothing was paid." />
          )}
          <Button type="submit" variant="primary" isBusy={isBusy}>
            <Icon name="send" />
            Continue
          </Button>
        </form>
      )}
    </section>
  );
}
