import { type BitcoinScheme, isSignedBySpark } from './bitcoin.ts';
import { isSignedByEthereum, isSignedByTron } from './ethereum.ts';
import { isSignedBySolana } from './solana.ts';

/** A message that a wallet was asked to sign, and its signature. */
export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
  /** How a Bitcoin wallet signs; the other chains have one scheme each. */
  readonly scheme: BitcoinScheme;
}

/** The address of the wallet that must have signed. */
export interface SigningWallet {
  readonly accountType: string;
  readonly address: string;
}

/** Returns whether the wallet behind an address signed a message, in its chain's scheme. */
export function isSignedByWallet(
  { message, signature, scheme }: SignedMessage,
  { accountType, address }: SigningWallet,
): boolean {
  switch (accountType) {
    case 'SPARK_WALLET':
      return isSignedBySpark(message, signature, address, scheme);
    case 'SOLANA_WALLET':
      return isSignedBySolana(message, signature, address);
    case 'TRON_WALLET':
      return isSignedByTron(message, signature, address);
    default:
      return isSignedByEthereum(message, signature, address);
  }
}
