export type { DialectName, SignedOperationName as SignedOperation } from '@org/payments-contract';
export type * from '@org/payments-relay/protocol';
export { relayPaths } from '@org/payments-relay/protocol';
export type { WalletClock } from './clock.ts';
export { createWallet } from './create-wallet.ts';
export type { UserAction, WalletErrorCode } from './errors/error-facts.ts';
export { isWalletError, WalletError, type WalletErrorDetails } from './errors/wallet-error.ts';
export type { SignOutOptions } from './lifecycle/revoke.ts';
export { createRelayTransport, getWalletEnvironment } from './load-lazy.ts';
export type { ActionChanges, RunOptions, SignerFrame, WalletOptions } from './options.ts';
export type { WalletEnvironment } from './read-environment.ts';
export type { RelayTransportOptions } from './relay/relay-transport.ts';
export type { TransportOptions, WalletTransport } from './relay/transport.ts';
export type {
  SessionInfo,
  WalletEvent,
  WalletListener,
  WalletState,
  WalletStatus,
} from './session/state.ts';
export type { NewPasskey, NewPasskeyOptions, PreparedNewPasskey } from './sign-in/add-passkey.ts';
export type { CeremonyOptions } from './sign-in/ceremony.ts';
export type { EmailOtp, EmailOtpSignIn } from './sign-in/email-otp.ts';
export type { OAuthPrepareOptions, OAuthSignIn, PreparedOAuth } from './sign-in/oauth.ts';
export { finishOAuthPopup, type OAuthPopupResult } from './sign-in/oauth-message.ts';
export type { ConfirmOptions, PasskeySignIn, PreparedPasskey } from './sign-in/passkey.ts';
export type { PayloadStrength, ServiceChange } from './signing/payload/request.ts';
export type { QuestionLife, Review, ReviewedAction } from './signing/review.ts';
export type { DegradedReason } from './vault/degraded.ts';
export type { VaultChoice } from './vault/indexeddb-vault.ts';
export type { Persistence, Vault } from './vault/vault.ts';
export type {
  ActionMap,
  SignedOut,
  Wallet,
  WalletAccount,
  WalletSession,
  WalletSessions,
} from './wallet.ts';
