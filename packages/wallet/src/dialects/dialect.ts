import {
  type ClientKey,
  generateClientKey,
  importClientKey,
  openSealedKey,
  type SessionKey,
} from '@org/payments-crypto/session';
import type { RelayOpenedSession } from '@org/payments-relay/protocol';
import type { WalletTransport } from '../relay/transport.ts';

/** How a wallet makes the key of a session, and calls the relay. */
export interface WalletDialect {
  /** A key for one sign-in or refresh. */
  generateKey(): Promise<ClientKey>;
  /** The key of a sign-in whose page was left. */
  restoreKey(keyPair: CryptoKeyPair): Promise<ClientKey>;
  openKey(opened: RelayOpenedSession, key: ClientKey): Promise<SessionKey>;
  /** What the wallet calls in place of the transport. */
  over(transport: WalletTransport): WalletTransport;
}

/** The specification: the service makes the key, and seals it to one of the client. */
export const specification: WalletDialect = {
  generateKey: generateClientKey,
  restoreKey: importClientKey,
  openKey: (opened, key) => openSealedKey(opened.encryptedSessionSigningKey, key),
  over: (transport) => transport,
};
