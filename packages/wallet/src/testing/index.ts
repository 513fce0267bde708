/** A wallet for tests and stories, without network, keys and dialogs. @module */
export type {
  FakeCall,
  FakeControls,
  RecordedCall,
} from './controls.ts';
export { exampleCredentials, type FakeAccount } from './fake-account.ts';
export { createFakeWallet, type FakeWallet, type FakeWalletOptions } from './fake-wallet.ts';
