import { button, element, muted } from '../approval/elements.ts';
import type { WalletEvent } from '../session/state.ts';
import type { WalletSession } from '../wallet.ts';
import type { ElementState } from './states.ts';
import { accountOf, type ElementWallet, isSignedIn, restOfList } from './states.ts';
import { WalletElement } from './wallet-element.ts';

/** How often the list is read again, in milliseconds, by which a session ended elsewhere is noticed. */
const PERIOD = 15_000;

/**
 * `<payments-sessions>`: the devices that are signed in, with the way to sign out this one, another
 * one, or all; nothing while nobody is signed in. Names a session that this browser did not open.
 * Reads the list again every 15 seconds while the page is seen, and when it is seen again or online
 * again: a session that the service has ended is then signed out here.
 * Emits `signed-out` after this device was signed out, and `wallet-error` with each error.
 */
export class SessionsElement extends WalletElement {
  #sessions: readonly WalletSession[] | undefined;
  readonly #unknown = new Set<string>();
  #watch = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch = new AbortController();
    const look = () => {
      const isWorthAsking = document.visibilityState === 'visible' && navigator.onLine;
      if (isWorthAsking && !this.isBusy) void this.reloadQuietly();
    };
    const timer = setInterval(look, PERIOD);
    this.#watch.signal.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', look, this.#watch);
    window.addEventListener('online', look, this.#watch);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch.abort();
  }

  protected override onWalletEvent(event: WalletEvent): void {
    super.onWalletEvent(event);
    if (event.type === 'unknown_session') {
      this.#unknown.add(event.sessionId);
      this.draw();
    }
    if (event.type === 'refreshed') void this.reload();
  }

  protected async load(wallet: ElementWallet, isNewest: () => boolean): Promise<void> {
    await wallet.ready();
    if (!isSignedIn(wallet)) return;
    const accountId = accountOf(wallet);
    const sessions = await wallet.sessions.list();
    if (isNewest() && accountOf(wallet) === accountId) this.#sessions = sessions;
  }

  protected rest(wallet: ElementWallet): ElementState {
    return restOfList(wallet, this.#sessions);
  }

  protected override forget(): void {
    this.#sessions = undefined;
  }

  protected view(wallet: ElementWallet): readonly Node[] {
    if (!isSignedIn(wallet)) return [];
    const { sessions } = this.texts;
    const title = element('h2', { text: sessions.title, part: 'title' });
    if (this.#sessions === undefined) return [title, this.loadingView()];
    const items = this.#sessions.map((session) => this.#item(wallet, session));
    const leave = (text: string, key: string, everywhere: boolean) =>
      button(text, () => void this.#signOut(wallet, everywhere), { key, disabled: this.isBusy });
    return [
      title,
      ...this.#ending(wallet),
      element('ul', { part: 'list' }, ...items),
      element(
        'div',
        { className: 'buttons' },
        leave(sessions.signOut, 'leave', false),
        leave(sessions.everywhere, 'everywhere', true),
      ),
    ];
  }

  /** Before the session ends, with the way to keep it. */
  #ending(wallet: ElementWallet): readonly Node[] {
    if (wallet.state.status !== 'expiring') return [];
    const { expiring, stay } = this.texts.sessions;
    const refresh = () => void this.attempt('working', () => wallet.refresh());
    const keep = button(stay, refresh, { key: 'stay', disabled: this.isBusy, isPrimary: true });
    return [element('div', { className: 'ending' }, element('p', { text: expiring }), keep)];
  }

  #item(wallet: ElementWallet, session: WalletSession): HTMLElement {
    const { sessions, methods } = this.texts;
    const { id, type, nickname, createdAt, expiresAt, isCurrent } = session;
    const name = `${methods[type] ?? type}, ${nickname}`;
    const dates = [sessions.opened(this.date(createdAt)), sessions.expires(this.date(expiresAt))];
    const words = element('div', {}, element('p', { text: name }), ...dates.map(muted));
    if (isCurrent) words.append(element('p', { text: sessions.current, className: 'badge' }));
    if (!isCurrent && this.#unknown.has(id)) {
      words.append(element('p', { text: sessions.unknown, className: 'badge warning' }));
    }
    const item = element('li', { part: 'item' }, words);
    if (!isCurrent) {
      item.append(
        button(sessions.end, () => void this.#end(wallet, id), {
          key: id,
          label: sessions.endNamed(name),
          disabled: this.isBusy,
        }),
      );
    }
    return item;
  }

  async #end(wallet: ElementWallet, id: string): Promise<void> {
    const isDone = await this.attempt(
      'working',
      () => wallet.sessions.end(id).then(() => true),
      (error) => this.readAfter(error, wallet),
    );
    if (isDone !== true) return;
    this.#sessions = this.#sessions?.filter((session) => session.id !== id);
    this.draw();
    this.reloadAfterChange();
    this.announce(this.texts.sessions.ended);
    this.focusOn('leave');
  }

  async #signOut(wallet: ElementWallet, everywhere: boolean): Promise<void> {
    const outcome = await this.attempt('working', () => wallet.signOut({ everywhere }));
    if (outcome === undefined) return;
    const { signedOut, notRevoked } = this.texts.sessions;
    this.announce(outcome.revoked ? signedOut : notRevoked);
    this.emit('signed-out', outcome);
  }
}
