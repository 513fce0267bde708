import { createWallet, isWalletError, type Wallet } from '@org/payments-wallet';

/** The actions of a test in the application's page, and those of an injected script. */
export interface TestPage {
  wallet: Wallet;
  /** Every message the page has sent to the frame, as an injected script could record them. */
  sent: unknown[];
  ports: MessagePort[];
  open(origin: string, accountId: string): Promise<string>;
  /** The message of the error, where the frame is not a signer. */
  silence(origin: string): Promise<string>;
  /** What a method resolves to, or the code it rejects with. */
  attempt(work: () => Promise<unknown>): Promise<unknown>;
}

declare global {
  interface Window {
    test: TestPage;
  }
}

const sent: unknown[] = [];
const ports: MessagePort[] = [];
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
  sent.push(message);
  if (!ports.includes(this)) ports.push(this);
  post.call(this, message);
};

window.test = {
  wallet: undefined as unknown as Wallet,
  sent,
  ports,
  async open(origin, accountId) {
    window.test.wallet = createWallet({ signer: { origin }, accountId });
    return (await window.test.wallet.ready()).status;
  },
  silence: (origin) =>
    createWallet({ signer: { origin } })
      .account()
      .then(String, (error: unknown) => (error as Error).message),
  attempt: (work) =>
    work().catch((error: unknown) => (isWalletError(error) ? error.code : String(error))),
};
