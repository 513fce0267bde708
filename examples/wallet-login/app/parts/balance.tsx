import { Trouble } from '../errors/trouble.tsx';
import type { Overview } from '../platform/api.ts';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { useAnnounce } from '../ui/toasts.tsx';
import { useChange } from '../wallet/use-change.ts';

/** Props of {@link Balance}. */
export interface BalanceProps {
  readonly account: Overview['account'];
  readonly onChange: (account: Overview['account']) => void;
  readonly reload: () => Promise<void>;
}

function money({ amount, currency }: Overview['account']['balance']): string {
  const { code, decimals } = currency;
  const value = amount / 10 ** decimals;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(value);
}

/** What is in the wallet, and whether it is private. */
export function Balance({ account, onChange, reload }: BalanceProps) {
  const announce = useAnnounce();
  const { run, isBusy, error, wasRefused } = useChange('setPrivacy', reload);
  const isPrivate = account.privateEnabled === true;

  async function toggle(): Promise<void> {
    const changed = await run({ privateEnabled: !isPrivate });
    if (changed === undefined) return;
    const privateEnabled = changed.privateEnabled === true;
    onChange({ ...account, privateEnabled });
    announce(`Wallet privacy is ${privateEnabled ? 'on' : 'off'}.`);
  }

  return (
    <section className="panel stack balance" aria-labelledby="balance-title">
      <div className="panel-head">
        <h2 id="balance-title">Balance</h2>
        <span className="badge">{account.balance.currency.code}</span>
      </div>
      <p className="amount">{money(account.balance)}</p>
      <p className="hint">Available now. The demo put it there.</p>
      <Switch
        label="Wallet privacy"
        hint="A setting of the wallet at the service. Changing it is signed with your key."
        isOn={isPrivate}
        isBusy={isBusy}
        onToggle={() => void toggle()}
      />
      <Trouble error={error} />
      {wasRefused && error === undefined && (
        <Notice tone="info" title="Not signed">
          Nothing was changed.
        </Notice>
      )}
    </section>
  );
}
