import type { RelayCredential } from '@org/payments-relay/protocol';
import { button, element, muted } from '../approval/elements.ts';
import { Offered, wasPicked } from '../flows/offered.ts';
import type { SessionInfo } from '../session/state.ts';
import type { EmailOtp } from '../sign-in/email-otp.ts';
import type { PreparedOAuth } from '../sign-in/oauth.ts';
import type { PreparedPasskey } from '../sign-in/passkey.ts';
import { codeForm } from './code-form.ts';
import { type IconName, icon } from './icon.ts';
import { dropStep, keepStep, keptStep } from './kept-step.ts';
import {
  type ElementState,
  type ElementWallet,
  elementStates,
  isSignedIn,
  type StepState,
} from './states.ts';
import { WalletElement } from './wallet-element.ts';

/** Returns the provider's address for a sign-in, with `nonce` and `state` in it. */
export type ProviderUrl = (
  credential: RelayCredential,
  request: { readonly nonce: string; readonly state: string },
) => string;

/** Returns a provider's display name, such as `Google`; the service has only its address. */
export type ProviderName = (credential: RelayCredential) => string | undefined;

type Facts = NonNullable<Parameters<typeof button>[2]> & { readonly brand?: string | undefined };

/** A code that was sent. */
interface SentCode extends EmailOtp {
  readonly credential: RelayCredential;
}

/**
 * `<payments-sign-in>`: signs in with a passkey, an e-mail code or a provider, whatever the account
 * has. A passkey is also offered among the suggestions of each `<input autocomplete="username
 * webauthn">` of the page, and of the code's. Shows nothing while somebody is signed in. Emits
 * `signed-in` with the session as `detail`, and `wallet-error` with each error. A code that was sent
 * can be typed after a reload of the page too.
 */
export class SignInElement extends WalletElement {
  #credentials: readonly RelayCredential[] | undefined;
  readonly #providers = new Map<string, Offered<PreparedOAuth>>();
  #passkey: Offered<PreparedPasskey> | undefined;
  #sent: SentCode | undefined;
  #methods: readonly Node[] = [];
  #stopCountdown: () => void = () => {};
  #providerUrl: ProviderUrl | undefined;
  #providerName: ProviderName | undefined;
  #autofill = true;

  /** Whether a passkey is offered among the suggestions of inputs too; default true. */
  get autofill(): boolean {
    return this.#autofill;
  }

  set autofill(isOffered: boolean) {
    if (this.#autofill === isOffered) return;
    this.#autofill = isOffered;
    if (this.isConnected) void this.reload();
  }

  /** The name of a provider, for the words and the mark of its button. */
  get providerName(): ProviderName | undefined {
    return this.#providerName;
  }

  set providerName(name: ProviderName | undefined) {
    this.#providerName = name;
    this.draw();
  }

  /** The address of a provider's page; without it, providers are not offered. */
  get providerUrl(): ProviderUrl | undefined {
    return this.#providerUrl;
  }

  set providerUrl(url: ProviderUrl | undefined) {
    const isNew = (this.#providerUrl === undefined) !== (url === undefined);
    // Frameworks set a new function with each drawing.
    this.#providerUrl = url;
    if (isNew && this.isConnected) void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopCountdown();
    this.#stopOffers();
  }

  protected override forget(): void {
    this.#sent = undefined;
    this.#credentials = undefined;
    this.#stopCountdown();
    this.#stopOffers();
  }

  protected async load(wallet: ElementWallet, isNewest: () => boolean): Promise<void> {
    this.forget();
    await wallet.ready();
    if (isSignedIn(wallet)) return;
    const { credentials } = await wallet.account();
    if (!isNewest()) return;
    if (credentials.some(({ type }) => type === 'PASSKEY')) {
      this.#passkey = this.#offeredPasskey(wallet);
    }
    const providers = this.#providerUrl === undefined ? [] : credentials;
    for (const { id, type } of providers) {
      const create = () => wallet.oauth(id).prepare();
      if (type === 'OAUTH') this.#providers.set(id, new Offered(create));
    }
    // Ahead of the click, which the browser's dialogs need. What fails leaves the other methods.
    await Promise.all(this.#offers().map((offered) => offered.prepare()));
    if (!isNewest()) return;
    this.#credentials = credentials;
    const credential = credentials.find(
      ({ id, type }) => type === 'EMAIL_OTP' && id === keptStep(),
    );
    if (credential === undefined) return;
    const { nickname } = credential;
    this.#sent = { ...wallet.emailOtp(credential.id), nickname, credential };
  }

  protected rest({ state: { status } }: ElementWallet): ElementState {
    if (status === 'active' || status === 'expiring') return 'signed-in';
    if (this.#sent !== undefined) return 'code';
    if (this.#credentials === undefined) return 'loading';
    if (this.#methods.length === 0) return 'none';
    return status === 'expired' ? 'expired' : 'choose';
  }

  protected view(wallet: ElementWallet): readonly Node[] {
    this.#stopCountdown();
    const { signIn } = this.texts;
    if (isSignedIn(wallet)) return [];
    const logo = element('slot', {});
    logo.name = 'logo';
    const title = [logo, element('h2', { text: signIn.title, part: 'title' })];
    if (this.#sent !== undefined) return [...title, ...this.#codeView(wallet, this.#sent)];
    if (this.#credentials === undefined) return [...title, this.loadingView()];
    const notes = wallet.state.persistence === 'memory' ? [muted(signIn.memory)] : [];
    this.#methods = [
      ...this.#passkeyButton(this.#credentials),
      ...this.#credentials.flatMap((credential) => this.#method(wallet, credential)),
    ];
    const state = this.rest(wallet);
    const words = element('p', { text: elementStates[state].words?.(this.texts, undefined) ?? '' });
    return [...title, ...(state === 'choose' ? [] : [words]), ...this.#methods, ...notes];
  }

  /** Any passkey of the account, offered among the suggestions of inputs too if that is wanted. */
  #offeredPasskey(wallet: ElementWallet): Offered<PreparedPasskey> {
    const create = () => wallet.passkey().prepare();
    const offered = new Offered(create, (prepared, signal) => {
      if (!this.autofill) return;
      prepared.autofill({ signal }).then(
        (session) => this.#signedIn(session),
        (error: unknown) => {
          if (signal.aborted || !wasPicked(prepared, error)) return;
          void this.#signIn(
            'passkey',
            () => Promise.reject(error),
            () => offered.prepare(),
          );
        },
      );
    });
    return offered;
  }

  #offers(): readonly Pick<Offered<PreparedPasskey>, 'prepare' | 'stop'>[] {
    return [...(this.#passkey === undefined ? [] : [this.#passkey]), ...this.#providers.values()];
  }

  #stopOffers(): void {
    for (const offered of this.#offers()) offered.stop();
    this.#passkey = undefined;
    this.#providers.clear();
  }

  /** One button for all passkeys: the browser asks which. */
  #passkeyButton(credentials: readonly RelayCredential[]): readonly Node[] {
    const passkey = this.#passkey;
    if (passkey?.prepared === undefined) return [];
    const { signIn } = this.texts;
    const [first, ...more] = credentials.filter(({ type }) => type === 'PASSKEY');
    const isOnly = first !== undefined && more.length === 0;
    const text = isOnly ? signIn.passkey(first.nickname) : signIn.anyPasskey;
    const use = () => void this.#signInBy('passkey', passkey, (prepared) => prepared.confirm());
    return [this.#withIcon('passkey', text, use, { key: 'passkey', isPrimary: true })];
  }

  #withIcon(name: IconName, text: string, onClick: () => void, { brand = '', ...facts }: Facts) {
    const made = button('', onClick, { disabled: this.isBusy, ...facts });
    // The page can put a mark of its own in its place: of one provider, or of all.
    const mark = element('slot', {}, icon(name));
    mark.name = name;
    const own = element('slot', {}, mark);
    own.name = `${name}-${brand.toLowerCase().replace(/\W+/g, '-')}`;
    made.append(own, element('span', { text }));
    return made;
  }

  #method(wallet: ElementWallet, credential: RelayCredential): readonly Node[] {
    const { signIn } = this.texts;
    const { id, type, nickname } = credential;
    const brand = type === 'OAUTH' ? this.#providerName?.(credential) : undefined;
    const mark = type === 'EMAIL_OTP' ? 'email' : 'provider';
    const offer = (text: string, onClick: () => void) => [
      this.#withIcon(mark, text, onClick, { key: id, brand }),
    ];
    if (type === 'EMAIL_OTP') {
      return offer(signIn.sendCode(nickname), () => void this.#send(wallet, credential));
    }
    const provider = this.#providers.get(id);
    if (provider?.prepared === undefined) return [];
    const words = brand === undefined ? signIn.provider(nickname) : signIn.providerNamed(brand);
    return offer(words, () =>
      this.#signInBy('provider', provider, (prepared) =>
        // Without an address, no provider is prepared.
        prepared.popup((this.#providerUrl as ProviderUrl)(credential, prepared)),
      ),
    );
  }

  #codeView(wallet: ElementWallet, sent: SentCode): readonly Node[] {
    const { credential } = sent;
    const form = codeForm({
      ...{ sent, texts: this.texts, isBusy: this.isBusy, error: this.fieldError },
      verify: async (code) => {
        if (!(await this.#signIn('verifying', () => sent.verify(code)))) this.focusOn('code');
      },
      resend: () => void this.#send(wallet, credential),
      goBack: () => {
        this.#sent = undefined;
        dropStep();
        this.show(undefined);
        this.draw();
        this.focusOn(credential.id);
      },
    });
    this.#stopCountdown = form.stop;
    return form.nodes;
  }

  async #send(wallet: ElementWallet, credential: RelayCredential): Promise<void> {
    const otp = await this.attempt('sending', async () => {
      const sent = await wallet.emailOtp(credential.id).send();
      if (!this.shows(wallet)) return undefined;
      this.#sent = { ...sent, credential };
      keepStep(credential.id);
      return sent;
    });
    if (otp === undefined) return;
    // The code before it does not count any more.
    this.type('code', '');
    this.announce(this.texts.signIn.codeSent(otp.nickname));
    this.focusOn('code');
  }

  /** Signs in with what is prepared, first in the click. What a failure has used is replaced. */
  async #signInBy<P extends PreparedPasskey | PreparedOAuth>(
    state: StepState,
    offered: Offered<P>,
    confirm: (prepared: P) => Promise<SessionInfo>,
  ): Promise<void> {
    const { prepared } = offered;
    // It has expired and could not be replaced.
    if (prepared === undefined) return this.reload();
    await this.#signIn(
      state,
      () => confirm(prepared),
      () => offered.prepare(),
    );
  }

  async #signIn(
    state: StepState,
    work: () => Promise<SessionInfo>,
    afterFailure?: () => Promise<void>,
  ): Promise<boolean> {
    const session = await this.attempt(state, work, afterFailure);
    if (session !== undefined) this.#signedIn(session);
    return session !== undefined;
  }

  #signedIn(session: SessionInfo): void {
    dropStep();
    this.announce(this.texts.signIn.done);
    this.emit('signed-in', session);
  }
}
