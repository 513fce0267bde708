import { NextStep } from '../parts/next-step.tsx';
import { Passkeys } from '../parts/passkeys.tsx';
import { PaymentCard } from '../parts/payment-card.tsx';
import { Privacy } from '../parts/privacy.tsx';
import { SessionBar } from '../parts/session-bar.tsx';
import { Sessions } from '../parts/sessions.tsx';
import type { Me, Overview } from '../platform/api.ts';
import { Notice, Skeleton } from '../ui/notices.tsx';
import { Screen } from '../ui/screen.tsx';
import { useAccount, useSessionWatch, useWalletState } from '../wallet/hooks.ts';

/** Props of `WalletHost`. */
export interface WalletHostProps {
  readonly me: Me;
  readonly overview: Overview;
  readonly setOverview: (overview: Overview) => void;
  readonly reloadOverview: () => Promise<void>;
  readonly onLogOut: () => void;
}

function money({ amount, currency }: Overview['account']['balance']): string {
  const { code, decimals = 2 } = currency;
  const value = amount / 10 ** decimals;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(value);
}

/** Shows the wallet's balance. */
function Balance({ account }: { readonly account: Overview['account'] }) {
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

/** Props of {@link Dashboard}. */
export interface DashboardProps extends WalletHostProps {
  /** Called with the reason before the page ends the session. */
  readonly sayFarewell: (text: string) => void;
}

/** The wallet, open. */
export function Dashboard(props: DashboardProps) {
  const { overview, setOverview, reloadOverview, sayFarewell } = props;
  const account = useAccount();
  useSessionWatch(account);
  const { persistence } = useWalletState();
  if (account.value === undefined && account.error === undefined) {
    // What is above the card depends on the account: shown later, it would move the button away from
    // under the pointer.
    return (
      <Screen title="Your wallet" layout="wide">
        <Skeleton label="Opening your wallet…" lines={6} />
      </Screen>
    );
  }
  return (
    <Screen title="Your wallet" layout="wide">
      <SessionBar sayFarewell={sayFarewell} />
      {persistence === 'memory' && (
        <Notice tone="warning" title="This browser does not keep keys">
          Your session lives in this page only: a reload signs you out. A private window or blocked
          storage may be the reason.
        </Notice>
      )}
      {account.value !== undefined && (
        <NextStep account={account.value} reloadAccount={account.reload} />
      )}
      <div className="grid">
        <PaymentCard
          card={overview.card}
          onChange={(card) => setOverview({ ...overview, card })}
          reload={reloadOverview}
        />
        <div className="column">
          <Balance account={overview.account} />
          <Privacy
            account={overview.account}
            onChange={(account) => setOverview({ ...overview, account })}
            reload={reloadOverview}
          />
        </div>
        <Passkeys account={account} />
        <Sessions account={account} sayFarewell={sayFarewell} />
      </div>
    </Screen>
  );
}
