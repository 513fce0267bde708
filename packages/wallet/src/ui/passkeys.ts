import type { RelayCredential } from '@org/payments-contract';
import type { PreparedNewPasskey } from '../sign-in/add-passkey.ts';
import { button, element, muted } from './dom.ts';
import { type ElementWallet, isSignedIn, WalletElement } from './wallet-element.ts';

/** The letters that the service accepts in the name of a passkey. */
const NICKNAME = "[\\p{L}\\p{N} ._'\\(\\)\\-]{1,100}";

/** A passkey whose options were fetched ahead of the click. */
interface Prepared {
  readonly nickname: string;
  readonly passkey: PreparedNewPasskey;
}

/**
 * `<payments-passkeys>`: the passkeys of the account, with the way to add and remove one. Shows
 * nothing while nobody is signed in. Emits `passkey-added` with the credential as `detail`,
 * `passkey-removed` with its id, and `wallet-error` with each error.
 */
export class PasskeysElement extends WalletElement {
  #passkeys: readonly RelayCredential[] | undefined;
  #prepared: Prepared | undefined;

  protected async load(wallet: ElementWallet): Promise<void> {
    await wallet.ready();
    if (!isSignedIn(wallet)) return;
    const { credentials } = await wallet.account();
    this.#passkeys = credentials.filter(({ type }) => type === 'PASSKEY');
    void this.#prepare(wallet, this.texts.passkeys.suggestion);
  }

  protected view(wallet: ElementWallet): readonly Node[] {
    if (!isSignedIn(wallet)) return [];
    const { passkeys } = this.texts;
    const title = element('h2', { text: passkeys.title, part: 'title' });
    if (this.#passkeys === undefined) return [title, this.loadingView()];
    const items = this.#passkeys.map((passkey) => this.#item(wallet, passkey));
    const list =
      items.length === 0
        ? element('p', { text: passkeys.none })
        : element('ul', { part: 'list' }, ...items);
    return [title, list, this.#form(wallet)];
  }

  #item(wallet: ElementWallet, { id, type, nickname, createdAt }: RelayCredential): HTMLElement {
    const { passkeys } = this.texts;
    const added = muted(passkeys.created(this.date(createdAt)));
    const words = element('div', {}, element('p', { text: nickname }), added);
    const { session } = wallet.state;
    if (session?.type === type && session.nickname === nickname) {
      // The service does not remove the credential that opened the session.
      words.append(element('p', { text: passkeys.current, className: 'badge' }));
      return element('li', { part: 'item' }, words);
    }
    const remove = button(passkeys.remove, () => void this.#remove(wallet, id), {
      key: id,
      label: passkeys.removeNamed(nickname),
      disabled: this.isBusy,
    });
    return element('li', { part: 'item' }, words, remove);
  }

  #form(wallet: ElementWallet): HTMLElement {
    const { passkeys } = this.texts;
    const input = element('input', { key: 'nickname', part: 'input' });
    input.value = passkeys.suggestion;
    input.required = true;
    input.pattern = NICKNAME;
    input.autocomplete = 'off';
    input.addEventListener('change', () => void this.#prepare(wallet, input.value));
    const add = element('button', {
      text: passkeys.add,
      className: 'primary',
      part: 'button primary',
      key: 'add',
      disabled: this.isBusy,
    });
    const form = element('form', {}, element('label', { text: passkeys.nickname }, input), add);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#add(wallet, input.value);
    });
    return form;
  }

  /** Ahead of the click, which Safari's dialog needs. */
  async #prepare(wallet: ElementWallet, nickname: string): Promise<void> {
    this.#prepared = undefined;
    const passkey = await wallet.prepareNewPasskey({ nickname }).catch(() => undefined);
    if (passkey !== undefined) this.#prepared = { nickname, passkey };
  }

  #create(wallet: ElementWallet, nickname: string): Promise<RelayCredential> {
    const prepared = this.#prepared;
    const isReady = prepared?.nickname === nickname && prepared.passkey.timeLeft() > 0;
    return isReady ? prepared.passkey.confirm() : wallet.addPasskey({ nickname });
  }

  async #add(wallet: ElementWallet, nickname: string): Promise<void> {
    const added = await this.attempt(async () => {
      const credential = await this.#create(wallet, nickname);
      await this.load(wallet);
      return credential;
    });
    if (added === undefined) return;
    this.announce(this.texts.passkeys.added);
    this.tell('passkey-added', added);
  }

  async #remove(wallet: ElementWallet, id: string): Promise<void> {
    const isDone = await this.attempt(async () => {
      await wallet.removeCredential(id);
      await this.load(wallet);
      return true;
    });
    if (isDone !== true) return;
    this.announce(this.texts.passkeys.removed);
    this.tell('passkey-removed', id);
    this.focusOn('nickname');
  }
}
