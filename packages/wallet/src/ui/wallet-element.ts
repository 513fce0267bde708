import { button, element } from '../approval/elements.ts';
import { isWalletError, toWalletError, type WalletError } from '../errors/wallet-error.ts';
import type { WalletEvent } from '../session/state.ts';
import { Base } from './base.ts';
import { accountOf, type ElementWallet } from './element-wallet.ts';
import { errorWords, isAboutInput, isDevelopment } from './error-words.ts';
import { elementStyle } from './style.ts';
import { english } from './texts/english.ts';
import type { ElementTexts } from './texts/texts.ts';

/** Milliseconds after which a step that is still under way is announced. */
const SLOW = 4_000;

/**
 * An element that shows a part of a wallet. It is drawn when it has a wallet and is in a page, and
 * again after every change. An error and the result of the last step are announced to screen
 * readers.
 */
export abstract class WalletElement extends Base {
  #wallet: ElementWallet | undefined;
  #texts = english;
  #card: HTMLElement | undefined;
  #body: HTMLElement | undefined;
  #alert: HTMLElement | undefined;
  #status: HTMLElement | undefined;
  #stop: () => void = () => {};
  /** The steps under way with this wallet; those with another one do not count. */
  #steps = new Set<object>();
  /** The newest reading, while it is under way. */
  #reading: object | undefined;
  #focused: string | undefined;
  #accountId: string | undefined;
  #error: WalletError | undefined;

  /** The wallet to show. */
  get wallet(): ElementWallet | undefined {
    return this.#wallet;
  }

  set wallet(wallet: ElementWallet | undefined) {
    if (this.#wallet === wallet) return;
    this.#wallet = wallet;
    this.#steps = new Set();
    this.forget();
    this.#body?.replaceChildren();
    this.announce('');
    this.show(undefined);
    if (this.isConnected) this.#begin();
  }

  /** The words; default English. */
  get texts(): ElementTexts {
    return this.#texts;
  }

  set texts(texts: ElementTexts) {
    this.#texts = texts;
    this.draw();
  }

  /** Whether a step is under way, and the buttons are disabled. */
  protected get isBusy(): boolean {
    return this.#steps.size > 0;
  }

  /** The words of the shown error, if it is about what was typed: they are shown at the input. */
  protected get fieldError(): string | undefined {
    const error = this.#error;
    return error && isAboutInput(error) ? errorWords(error, this.#texts) : undefined;
  }

  connectedCallback(): void {
    this.upgrade('autofill', 'providerUrl', 'texts', 'wallet');
    if (this.#body === undefined) {
      this.#body = element('div', { className: 'stack' });
      this.#status = element('div', { part: 'status' });
      this.#status.setAttribute('role', 'status');
      this.#alert = element('div', { part: 'error' });
      this.#alert.setAttribute('role', 'alert');
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [elementStyle()];
      // The focus is kept here when what had it is gone.
      this.#status.tabIndex = -1;
      this.#card = element('div', { part: 'surface' }, this.#body, this.#status, this.#alert);
      root.append(this.#card);
    }
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#stop();
    this.#stop = () => {};
  }

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

  /** Draws again; the element that has the focus keeps it. */
  protected draw(): void {
    const [wallet, body, root] = [this.#wallet, this.#body, this.shadowRoot];
    if (wallet === undefined || body === undefined || root === null) return;
    const accountId = accountOf(wallet);
    if (accountId !== this.#accountId) {
      this.#accountId = accountId;
      this.forget();
      this.announce('');
    }
    for (const place of [body, this.#status, this.#alert])
      place?.setAttribute('lang', this.#texts.lang);
    const { key } = (root.activeElement as HTMLElement | null)?.dataset ?? {};
    this.#focused = key ?? this.#focused;
    const values = new Map<string, string>();
    for (const input of body.querySelectorAll('input')) {
      if (input.dataset.key !== undefined) values.set(input.dataset.key, input.value);
    }
    body.replaceChildren(...this.view(wallet));
    body.setAttribute('aria-busy', String(this.isBusy));
    for (const input of body.querySelectorAll('input')) {
      input.value = values.get(input.dataset.key ?? '') ?? input.value;
    }
    this.#frame();
    this.#restoreFocus();
  }

  /** A surface only around something. */
  #frame(): void {
    this.#card?.classList.toggle('card', this.#card.textContent !== '');
    // An error that is shown at its input is only announced here.
    this.#alert?.classList.toggle('unseen', this.#body?.querySelector('.problem') != null);
  }

  /** What is shown before the first load, and after one that failed. */
  protected loadingView(): Node {
    const { loading, retry } = this.#texts;
    if (this.isBusy) return element('p', { text: loading });
    return button(retry, () => void this.reload(), { key: 'retry' });
  }

  /** Moves the focus to the element with a key, if it is there. */
  protected focusOn(key: string): void {
    this.#find(key)?.focus();
  }

  /** Puts a string into the input with a key; drawing again keeps what is in it. */
  protected type(key: string, text: string): void {
    const found = this.#find(key);
    if (found instanceof HTMLInputElement) found.value = text;
  }

  #find(key: string): HTMLElement | null | undefined {
    return this.#body?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  /** Tells the person what was done. */
  protected announce(text: string): void {
    if (this.#status !== undefined) this.#status.textContent = text;
    this.#frame();
  }

  /** Shows an error; a silent one is not shown. */
  protected show(error: WalletError | undefined): void {
    if (this.#alert === undefined) return;
    this.#error = error;
    const isShown = error !== undefined && !error.silent;
    this.#alert.textContent = isShown ? errorWords(error, this.#texts) : '';
    this.#frame();
    if (error?.userAction === 'none' && isShown && isDevelopment())
      console.warn(`${error.code}: ${error.message}`);
    if (error !== undefined) this.emit('wallet-error', error);
  }

  /** Emits an event that leaves the shadow tree. */
  protected emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /**
   * Runs a step of the person: with disabled buttons, and its error shown.
   *
   * @param afterFailure runs with disabled buttons too, and must not reject
   */
  protected async attempt<T>(
    work: () => Promise<T>,
    afterFailure?: (error: WalletError) => Promise<void>,
  ): Promise<T | undefined> {
    this.announce('');
    return this.#run(work, afterFailure);
  }

  /** Loads again, and shows the error if that fails. What was announced stays. */
  protected async reload(): Promise<void> {
    const wallet = this.#wallet;
    if (wallet !== undefined) await this.#run(() => this.#load(wallet));
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
    work: () => Promise<T>,
    afterFailure?: (error: WalletError) => Promise<void>,
  ): Promise<T | undefined> {
    const [steps, step] = [this.#steps, {}];
    this.show(undefined);
    steps.add(step);
    const slow = setTimeout(() => this.announce(this.#texts.slow), SLOW);
    // Started before anything is drawn: the browser's dialogs need the click.
    const running = (async () => work())();
    this.draw();
    try {
      return await running;
    } catch (cause) {
      const error = isWalletError(cause) ? cause : toWalletError(cause);
      if (this.#steps === steps) this.show(error);
      await afterFailure?.(error);
      return undefined;
    } finally {
      clearTimeout(slow);
      if (this.#status?.textContent === this.#texts.slow) this.announce('');
      steps.delete(step);
      this.draw();
    }
  }

  /** Fetches what is shown again if nobody knows whether a change of it was applied. */
  protected async readAfter({ code }: WalletError, wallet: ElementWallet): Promise<void> {
    if (code === 'OUTCOME_UNKNOWN') await this.#load(wallet).catch(() => {});
  }

  /** A date and time in the language of the words. */
  protected date(text: string): string {
    const format = new Intl.DateTimeFormat(this.#texts.lang, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    const time = Date.parse(text);
    return Number.isNaN(time) ? text : format.format(time);
  }

  #begin(): void {
    this.#stop();
    const wallet = this.#wallet;
    if (wallet === undefined) return;
    this.#stop = wallet.subscribe((event) => this.onWalletEvent(event));
    void this.reload();
  }

  /** A disabled button loses the focus: it is given back, unless the person moved on. */
  #restoreFocus(): void {
    const key = this.#focused;
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    const isFree = activeElement === null || activeElement === document.body;
    if (key !== undefined && (isFree || activeElement === this)) {
      this.focusOn(key);
      if (!this.isBusy && this.shadowRoot?.activeElement === null) this.#status?.focus();
    }
    if (!this.isBusy) this.#focused = undefined;
  }
}
