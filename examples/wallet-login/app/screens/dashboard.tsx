import type { ReviewElement } from '@org/payments-wallet/ui';
import { useEffect } from 'react';
import { PaymentCard } from '../parts/payment-card.tsx';
import type { Me, Overview } from '../platform/api.ts';
import { Screen } from '../ui/screen.tsx';
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
  /** Asks before something is signed. In the page as long as a session is open. */
  readonly reviewer: ReviewElement;
}

/** Shows the wallet's balance. */
function Balance({ balance }: Overview['account']) {
  const { code, decimals = 2 } = balance.currency;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
  return (
    <section className="panel stack" aria-labelledby="balance-title">
      <div className="panel-head">
        <h2 id="balance-title">Balance</h2>
        <span className="badge">{code}</span>
      </div>
      <p className="amount">{format.format(balance.amount / 10 ** decimals)}</p>
      <p className="hint">Available now. The demo put it there.</p>
    </section>
  );
}

/** The wallet, open. */
export function Dashboard({ wallet, reviewer, overview, ...props }: OpenWalletProps) {
  const { setOverview, reloadOverview } = props;
  useEffect(() => {
    document.body.append(reviewer);
    return () => reviewer.remove();
  }, [reviewer]);
  return (
    <Screen title="Your wallet" layout="wide">
      <div className="grid">
        <div className="column">
          <PaymentCard
            wallet={wallet}
            card={overview.card}
            onChange={(state) => setOverview({ ...overview, card: { ...overview.card, state } })}
            reload={reloadOverview}
          />
          <Balance {...overview.account} />
        </div>
        <div className="column">
          <section className="panel">
            <payments-passkeys wallet={wallet} />
          </section>
          <section className="panel">
            <payments-sessions wallet={wallet} />
          </section>
        </div>
      </div>
    </Screen>
  );
}
