import type { Overview } from '../platform/api.ts';

function money({ amount, currency }: Overview['account']['balance']): string {
  const { code, decimals = 2 } = currency;
  const value = amount / 10 ** decimals;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(value);
}

/** Shows the wallet's balance. */
export function Balance({ account }: { readonly account: Overview['account'] }) {
  return (
    <section className="panel stack" aria-labelledby="balance-title">
      <div className="panel-head">
        <h2 id="balance-title">Balance</h2>
        <span className="badge">{account.balance.currency.code}</span>
      </div>
      <p className="amount">{money(account.balance)}</p>
      <p className="hint">Available now. The demo put it there.</p>
    </section>
  );
}
