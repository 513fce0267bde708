import { button, element } from '../approval/elements.ts';
import { isWalletError, toWalletError, type WalletError } from '../errors/wallet-error.ts';
import type { WalletEvent } from '../session/state.ts';
import { DrawnElement } from './drawn-element.ts';
import {
  accountOf,
  type ElementState,
  type ElementWallet,
  elementStates,
  errorWords,
  isAboutInput,
  type StepState,
  stateAfter,
} from './states.ts';

/** Milliseconds after which a step that is still under way is slow. */
const SLOW = 4_000;
/** Milliseconds that a page has to set the wallet. */
const PATIENCE = 3_000;

/**
 * An element that shows a part of a wallet. It is drawn when it has a wallet and is in a page, and
 * again after every change.
 */
export abstract class WalletElement extends DrawnElement {
  #wallet: ElementWallet | undefined;
  #stop: () => void = () => {};
  /** The steps under way with this wallet; those with another one do not count. */
  #steps = new Map<object, StepState>();
  #isSlow = false;
  /** The newest reading, while it is under way. */
  #reading: object | undefined;
  #accountId: string | undefined;
  #error: WalletError | undefined;
  #watch = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The wallet to show. */
  get wallet(): ElementWallet | undefined {
    return this.#wallet;
  }

  set wallet(wallet: ElementWallet | undefined) {
    if (this.#wallet === wallet) return;
    this.#wallet = wallet;
    this.#steps = new Map();
    this.forget();
    this.clear();
    this.show(undefined);
    if (wallet === undefined) this.enter('idle');
    if (this.isConnected) this.#begin();
  }

  protected get isBusy(): boolean {
    return this.#steps.size > 0;
  }

  /** The words of the shown error, if it is about what was typed: they are shown at the input. */
  protected get fieldError(): string | undefined {
    const error = this.#error;
    return error && isAboutInput(error) ? errorWords(error, this.texts) : undefined;
  }

  connectedCallback(): void {
    this.upgrade('autofill', 'providerName', 'providerUrl', 'texts', 'wallet');
    this.build();
    this.#watch = new AbortController();
    window.addEventListener('online', () => this.#goOn('offline'), this.#watch);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', () => this.draw(), this.#watch);
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#watch.abort();
    clearTimeout(this.#timer);
    this.#stop();
    this.#stop = () => {};
  }

  /** The state between two steps, if the last one has not failed. */
  protected abstract rest(wallet: ElementWallet): ElementState;
  /** What is shown now; nothing if the element has nothing to show. */
  protected abstract view(wallet: ElementWallet): readonly Node[];
  /**
   * Fetches what is shown: at first, and when the wallet was signed in or out.
   *
   * @param isNewest whether what was fetched may be shown: of two readings the older can end last
   */
  protected abstract load(wallet: ElementWallet, isNewest: () => boolean): Promise<void>;
  /** Drops what was fetched for another account or wallet. */
  protected forget(): void {}

  /** Whether the element is in a page and still has this wallet: both can change during a request. */
  protected shows(wallet: ElementWallet): boolean {
    return this.isConnected && this.#wallet === wallet;
  }

  /** Called with the wallet's events. */
  protected onWalletEvent(event: WalletEvent): void {
    if (event.type === 'state') this.draw();
    const isOther = /^(?:signed_in|signed_out|adopted)$/.test(event.type);
    if (isOther && this.#wallet !== undefined) void this.reload();
  }

  protected content(): readonly Node[] | undefined {
    const wallet = this.#wallet;
    if (wallet === undefined) return undefined;
    const accountId = accountOf(wallet);
    if (accountId !== this.#accountId) {
      this.#accountId = accountId;
      this.forget();
      this.announce('');
    }
    return this.view(wallet);
  }

  protected override draw(): void {
    super.draw();
    if (this.#wallet !== undefined && this.shadowRoot !== null) this.enter(this.#now(this.#wallet));
  }

  #now(wallet: ElementWallet): ElementState {
    const step = [...this.#steps.values()].at(-1);
    if (step !== undefined) return this.#isSlow ? 'slow' : step;
    return this.#error === undefined ? this.rest(wallet) : stateAfter(this.#error);
  }

  /** What is shown before the first load, and after one that failed. */
  protected loadingView(): Node {
    const { loading, retry } = this.texts;
    if (this.isBusy) return element('p', { text: loading });
    const again = button(retry, () => void this.reload(), { key: 'retry' });
    if (this.#error === undefined) return again;
    const problem = element('p', {
      className: 'problem',
      text: errorWords(this.#error, this.texts),
    });
    return element('div', { className: 'stack' }, problem, again);
  }

  /** Shows an error; a silent one is not shown. */
  protected show(error: WalletError | undefined): void {
    clearTimeout(this.#timer);
    this.#error = error;
    const isShown = error !== undefined && !error.silent;
    this.alert(isShown ? errorWords(error, this.texts) : '');
    if (error === undefined) return;
    void this.#tellDeveloper(error);
    const { retryAfter } = error;
    if (retryAfter !== undefined)
      this.#timer = setTimeout(() => this.#goOn('too-many'), retryAfter);
    this.emit('wallet-error', error);
  }

  /** What to change in the set-up; loaded only then, and without an error that no wallet was set. */
  async #tellDeveloper(error: WalletError | undefined): Promise<void> {
    const found = await import('./set-up.ts').catch(() => undefined);
    if (found === undefined || this.#error !== error) return;
    found.reportToDeveloper(this.localName, error);
    this.note(...found.developerNotes(error));
  }

  /** An error that has passed is shown no longer; what could not be read is read again. */
  #goOn(from: ElementState): void {
    if (this.state !== from) return;
    if (this.shadowRoot?.querySelector('[data-key=retry]') != null) return void this.reload();
    this.show(undefined);
    this.draw();
  }

  /**
   * Runs a step of the person: with disabled buttons, and its error shown.
   *
   * @param afterFailure runs with disabled buttons too, and must not reject
   */
  protected async attempt<T>(
    state: StepState,
    work: () => Promise<T>,
    afterFailure?: (error: WalletError) => Promise<void>,
  ): Promise<T | undefined> {
    this.announce('');
    return this.#run(state, work, afterFailure);
  }

  /** Loads again, and shows the error if that fails. What was announced stays. */
  protected async reload(): Promise<void> {
    const wallet = this.#wallet;
    if (wallet !== undefined) await this.#run('loading', () => this.#load(wallet));
  }

  /** Loads again without disabled buttons; a failure leaves what is shown. */
  protected async reloadQuietly(): Promise<void> {
    const wallet = this.#wallet;
    if (wallet === undefined) return;
    await this.#load(wallet).catch(() => {});
    this.draw();
  }

  /** Loads again if a reading is under way, which may have begun before a change that was made. */
  protected reloadAfterChange(): void {
    if (this.#reading !== undefined) void this.reload();
  }

  async #load(wallet: ElementWallet): Promise<void> {
    const reading = {};
    this.#reading = reading;
    try {
      await this.load(wallet, () => this.#reading === reading && this.shows(wallet));
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  async #run<T>(
    state: StepState,
    work: () => Promise<T>,
    afterFailure?: (error: WalletError) => Promise<void>,
  ): Promise<T | undefined> {
    const [steps, step] = [this.#steps, {}];
    this.show(undefined);
    steps.set(step, state);
    // Started before anything is drawn: the browser's dialogs need the click.
    const running = (async () => work())();
    this.draw();
    const done = this.#tell(state);
    try {
      return await running;
    } catch (cause) {
      const error = isWalletError(cause) ? cause : toWalletError(cause);
      if (this.#steps === steps) this.show(error);
      await afterFailure?.(error);
      return undefined;
    } finally {
      done();
      steps.delete(step);
      this.draw();
    }
  }

  /** Tells what is under way: at once where the person goes on elsewhere, otherwise when it is slow. */
  #tell(state: StepState): () => void {
    const { words, ways } = elementStates[state];
    const told: string[] = [];
    const tell = (text: string) => {
      told.push(text);
      this.announce(text);
    };
    const isElsewhere = ways.includes('device');
    if (isElsewhere) tell(words?.(this.texts, undefined) ?? '');
    const slow = setTimeout(() => {
      if (isElsewhere) return;
      this.#isSlow = true;
      tell(this.texts.slow);
      this.draw();
    }, SLOW);
    return () => {
      clearTimeout(slow);
      this.#isSlow = false;
      if (told.includes(this.announced)) this.announce('');
    };
  }

  /** Fetches what is shown again if nobody knows whether a change of it was applied. */
  protected async readAfter({ code }: WalletError, wallet: ElementWallet): Promise<void> {
    if (code === 'OUTCOME_UNKNOWN') await this.#load(wallet).catch(() => {});
  }

  #begin(): void {
    this.#stop();
    clearTimeout(this.#timer);
    const wallet = this.#wallet;
    if (wallet === undefined) {
      this.#timer = setTimeout(() => void this.#tellDeveloper(undefined), PATIENCE);
      return;
    }
    this.#stop = wallet.subscribe((event) => this.onWalletEvent(event));
    void this.reload();
  }
}
