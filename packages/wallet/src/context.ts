import type { WalletClock } from './clock.ts';
import type { WalletTransport } from './relay/transport.ts';
import type { SessionKeeper } from './session/keeper.ts';
import type { StateStore } from './session/state-store.ts';
import type { Signer } from './signing/signer.ts';
import type { KeyStore } from './vault/key-store.ts';

/** What the parts of one wallet share. */
export interface WalletContext {
  /** Names the database, the channel and the lock of this account and relying party. */
  readonly name: string;
  readonly accountId: string | undefined;
  readonly clock: WalletClock;
  readonly transport: WalletTransport;
  readonly store: StateStore;
  readonly keys: KeyStore;
  readonly keeper: SessionKeeper;
  readonly signer: Signer;
}
