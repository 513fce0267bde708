import type { RelayCredential } from '@org/payments-relay/protocol';
import { button, element, muted } from '../approval/elements.ts';
import { Offered } from '../flows/offered.ts';
import type { PreparedNewPasskey } from '../sign-in/add-passkey.ts';
import type { ElementState } from './states.ts';
import { accountOf, type ElementWallet, isSignedIn, restOfList } from './states.ts';
import { WalletElement } from './wallet-element.ts';

/** The letters that the service accepts in the name of a passkey. */
const NICKNAME = "[\\p{L}\\p{N} ._'’\\(\\)\\-]{1,100}";

/**
 * `<payments-passkeys>`: the passkeys of the account, with the way to add and remove one. Shows
 * nothing while nobody is signed in. Emits `passkey-added` with the credential as `detail`,
 * `passkey-removed` with its id, and `wallet-error` with each error.
 */
export class PasskeysElement extends WalletElement {
  #passkeys: readonly RelayCredential[] | undefined;
  #nickname: string | undefined;
  #prepared: Offered<PreparedNewPasskey> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#prepared?.stop();
  }

  protected async load(wallet: ElementWallet, isNewest: () => boolean): Promise<void> {
    await wallet.ready();
    if (!isSignedIn(wallet)) return;
    const accountId = accountOf(wallet);
    const { credentials } = await wallet.account();
    if (!isNewest() || accountOf(wallet) !== accountId) return;
    this.#passkeys = credentials.filter(({ type }) => type === 'PASSKEY');
    this.#prepare(wallet, this.#nickname ?? this.#suggestion());
  }

  protected rest(wallet: ElementWallet): ElementState {
    return restOfList(wallet, this.#passkeys);
  }

  protected override forget(): void {
    this.#passkeys = undefined;
    this.#nickname = undefined;
    this.#prepared?.stop();
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
    const added = passkeys.created(this.date(createdAt));
    const words = element('div', {}, element('p', { text: nickname }), muted(added));
    const { session } = wallet.state;
    // The session has the name of its passkey only, which others can have too.
    const isOnly = this.#passkeys?.filter((one) => one.nickname === nickname).length === 1;
    if (isOnly && session?.type === type && session.nickname === nickname) {
      // The service does not remove the credential that opened the session.
      words.append(element('p', { text: passkeys.current, className: 'badge' }));
      return element('li', { part: 'item' }, words);
    }
    const remove = button(passkeys.remove, () => void this.#remove(wallet, id), {
      key: id,
      label: passkeys.removeNamed(isOnly ? nickname : `${nickname}, ${added}`),
      disabled: this.isBusy,
    });
    return element('li', { part: 'item' }, words, remove);
  }

  #form(wallet: ElementWallet): HTMLElement {
    const { passkeys } = this.texts;
    const input = element('input', { key: 'nickname', part: 'input' });
    input.value = this.#suggestion();
    input.required = true;
    input.pattern = NICKNAME;
    input.autocomplete = 'off';
    input.addEventListener('change', () => this.#prepare(wallet, input.value));
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

  /** A name that no passkey has yet, so that each can be told from the others. */
  #suggestion(): string {
    const { suggestion } = this.texts.passkeys;
    const names = new Set(this.#passkeys?.map(({ nickname }) => nickname));
    let name = suggestion;
    for (let count = 2; names.has(name); count += 1) name = `${suggestion} ${count}`;
    return name;
  }

  /** Ahead of the click, which Safari's dialog needs. */
  #prepare(wallet: ElementWallet, nickname: string): void {
    this.#prepared?.stop();
    this.#nickname = nickname;
    this.#prepared = new Offered(() => wallet.prepareNewPasskey({ nickname }));
    void this.#prepared.prepare();
  }

  #create(wallet: ElementWallet, nickname: string): Promise<RelayCredential> {
    const prepared = this.#nickname === nickname ? this.#prepared?.prepared : undefined;
    const isReady = prepared !== undefined && prepared.timeLeft() > 0;
    return isReady ? prepared.confirm() : wallet.addPasskey({ nickname });
  }

  async #add(wallet: ElementWallet, nickname: string): Promise<void> {
    const added = await this.attempt(
      'passkey',
      () => this.#create(wallet, nickname),
      async (error) => {
        await this.readAfter(error, wallet);
        await this.#prepared?.prepare();
      },
    );
    if (added === undefined) return;
    if (this.shows(wallet)) {
      // The list may have been read again meanwhile, with the new passkey in it.
      this.#passkeys = this.#passkeys?.filter(({ id }) => id !== added.id).concat(added);
      const next = this.#suggestion();
      this.#prepare(wallet, next);
      this.draw();
      this.type('nickname', next);
      this.reloadAfterChange();
      this.announce(this.texts.passkeys.added);
    }
    this.emit('passkey-added', added);
  }

  async #remove(wallet: ElementWallet, id: string): Promise<void> {
    const isDone = await this.attempt(
      'working',
      () => wallet.removeCredential(id).then(() => true),
      (error) => this.readAfter(error, wallet),
    );
    if (isDone !== true) return;
    this.#passkeys = this.#passkeys?.filter((passkey) => passkey.id !== id);
    this.draw();
    this.reloadAfterChange();
    this.announce(this.texts.passkeys.removed);
    this.emit('passkey-removed', id);
    this.focusOn('nickname');
  }
}
