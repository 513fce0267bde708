import type { WalletClock } from './clock.ts';
import type { WalletDialect } from './dialects/dialect.ts';
import type { WalletOptions } from './options.ts';
import type { WalletTransport } from './relay/transport.ts';
import type { SessionKeeper } from './session/keeper.ts';
import type { StateStore } from './session/state-store.ts';
import type { CoolDown } from './sign-in/cool-down.ts';
import type { Signer } from './signing/signer.ts';
import type { DegradedReason } from './vault/degraded.ts';
import type { KeyStore } from './vault/key-store.ts';

/** The part of a wallet that exists before its lazy chunk is loaded. */
export interface WalletBase {
  /** Own properties only. */
  readonly options: WalletOptions;
  /** Names the database, the channel and the lock of this account and relying party. */
  readonly name: string;
  readonly accountId: string | undefined;
  readonly clock: WalletClock;
  readonly store: StateStore;
  readonly reasons: Set<DegradedReason>;
  readonly keys: KeyStore;
  readonly keeper: SessionKeeper;
  /** The attempt to sign in that is under way: the same until a response arrives. */
  readonly signIn: { attempt: string | undefined };
  /** Waits outlive the flow objects: a component that mounts again must not reset them. */
  readonly coolDowns: (credentialId: string | undefined) => CoolDowns;
}

/** The waits between attempts with one credential, and the code that was sent last. */
export interface CoolDowns {
  readonly send: CoolDown;
  readonly verify: CoolDown;
  /** The credential of the last code, until it is used; the ticket spares the relay a read. */
  sent?: { readonly id: string; readonly ticket?: string } | undefined;
}

/** What the parts of one wallet share. */
export interface WalletContext extends WalletBase {
  readonly transport: WalletTransport;
  readonly signer: Signer;
  readonly dialect: WalletDialect;
}
