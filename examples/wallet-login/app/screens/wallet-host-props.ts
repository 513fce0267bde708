import type { Me, Overview } from '../platform/api.ts';

/** Props of `WalletHost`. */
export interface WalletHostProps {
  readonly me: Me;
  readonly overview: Overview;
  readonly setOverview: (overview: Overview) => void;
  readonly reloadOverview: () => Promise<void>;
  readonly onLogOut: () => void;
}
