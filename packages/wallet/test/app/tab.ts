import {
  createWallet,
  type Wallet,
  type WalletEvent,
  type WalletOptions,
} from '../../src/index.ts';

/** The functions of another tab that a test can call. */
export class Tab {
  #wallet: Wallet | undefined;
  readonly #events: WalletEvent[] = [];

  get #open(): Wallet {
    if (this.#wallet === undefined) throw new Error('create() first');
    return this.#wallet;
  }

  async create(options: WalletOptions): Promise<string> {
    this.#wallet = createWallet(options);
    this.#wallet.subscribe((event) => this.#events.push(event));
    return (await this.#wallet.ready()).status;
  }

  state = () => this.#open.state;
  events = () => this.#events.map(({ type }) => type);
  signIn = (id: string) => this.#open.emailOtp(id).verify('000000');
  run = ([action, input]: [string, unknown]) => this.#open.run(action, input);
  refresh = () => this.#open.refresh();
  signOut = () => this.#open.signOut();

  /** Prepares an OAuth sign-in that survives a redirect. */
  async beginRedirect(id: string): Promise<{ state: string; nonce: string }> {
    const { state, nonce } = await this.#open.oauth(id).prepare({ mode: 'redirect' });
    return { state, nonce };
  }

  async endRedirect([id, state, token]: [string, string, string]): Promise<string> {
    const prepared = await this.#open.oauth(id).resume(state);
    await prepared.verify(token);
    return this.#open.state.status;
  }
}

declare global {
  interface Window {
    tab: Tab;
  }
}

window.tab = new Tab();
