import { PaymentCard } from '../parts/payment-card.tsx';
import { SendMoney } from '../parts/send-money.tsx';
import type { Me, Overview } from '../platform/api.ts';
import { money, Screen } from '../ui/screen.tsx';
import type { DemoWallet } from '../wallet/create-demo-wallet.ts';

/** Props of `WalletHost`. */
export interface WalletHostProps {
  readonly me: Me;
  readonly overview: Overview;
  readonly setOverview: (overview: Overview) => void;
  readonly reloadOverview: () => Promise<void>;
  readonly onLogOut: () => void;
}

/** Props of {@link Dashboard}. */
export interface OpenWalletProps extends WalletHostProps {
  readonly wallet: DemoWallet;
}

/** Shows the wallet's balance. */
function Balance({ balance }: Overview['account']) {
  return (
    <section className="panel stack" aria-labelledby="balance-title">
      <div className="panel-head">
        <h2 id="balance-title">Balance</h2>
        <span className="badge">{balance.currency.code}</span>
      </div>
      <p className="amount">{money(balance.amount, balance.currency)}</p>
      <p className="hint">Available now. The demo put it there.</p>
    </section>
  );
}

/** The wallet, open. */
export function Dashboard({ wallet, overview, ...props }: OpenWalletProps) {
  const { setOverview, reloadOverview } = props;
  return (
    <Screen title="Your wallet" layout="wide">
      <div className="grid">
        <div className="column">
          <Balance {...overview.account} />
          <SendMoney wallet={wallet} payees={overview.payees} reload={reloadOverview} />
          <section className="panel">
            <payments-passkeys wallet={wallet} />
          </section>
        </div>
        <div className="column">
          <PaymentCard
            wallet={wallet}
            card={overview.card}
            onChange={(state) => setOverview({ ...overview, card: { ...overview.card, state } })}
            reload={reloadOverview}
          />
          <section className="panel">
            <payments-sessions wallet={wallet} />
          </section>
        </div>
      </div>
    </Screen>
  );
}
