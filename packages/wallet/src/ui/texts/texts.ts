import type { PromptTexts } from '../../approval/words/texts.ts';
import type { WalletErrorCode } from '../../errors/error-facts.ts';

/** The words of the elements, for a person. */
export interface ElementTexts {
  /** The language of the words, as in `lang`. */
  readonly lang: string;
  /** What a person can do after each error; nothing is shown for those that are silent. */
  readonly errors: Readonly<Record<WalletErrorCode, string>>;
  /** When another attempt is possible. Seconds. */
  readonly wait: (seconds: number) => string;
  /** In place of the words of `NETWORK`, where the browser knows that it is offline. */
  readonly offline: string;
  /** Announced while a step takes long. */
  readonly slow: string;
  /** While a step is under way; those of a dialog or window say where the person goes on. */
  readonly progress: {
    readonly sending: string;
    readonly verifying: string;
    readonly passkey: string;
    readonly provider: string;
    readonly working: string;
  };
  /** Shown while something is fetched. */
  readonly loading: string;
  /** The label of the button that fetches again. */
  readonly retry: string;
  /** What a credential is, by its type; other types are shown as they are. */
  readonly methods: Readonly<Record<string, string>>;
  readonly signIn: {
    readonly title: string;
    readonly passkey: (nickname: string) => string;
    /** If there are several. */
    readonly anyPasskey: string;
    readonly sendCode: (nickname: string) => string;
    readonly provider: (nickname: string) => string;
    /** Of a provider that `providerName` names. */
    readonly providerNamed: (name: string) => string;
    /** No credential can be used here. */
    readonly none: string;
    /** Keys are in memory only. */
    readonly memory: string;
    readonly codeSent: (nickname: string) => string;
    readonly code: string;
    readonly submit: string;
    readonly resend: string;
    readonly resendIn: (seconds: number) => string;
    readonly back: string;
    readonly done: string;
  };
  readonly sessions: {
    readonly title: string;
    readonly current: string;
    /** A session that this wallet did not open. */
    readonly unknown: string;
    /** Shown when the session ends soon, with a button that refreshes it. */
    readonly expiring: string;
    readonly stay: string;
    readonly opened: (date: string) => string;
    readonly expires: (date: string) => string;
    readonly end: string;
    /** The button's name for a screen reader. */
    readonly endNamed: (session: string) => string;
    readonly ended: string;
    readonly signOut: string;
    readonly everywhere: string;
    readonly signedOut: string;
    /** The service was not reached. */
    readonly notRevoked: string;
  };
  readonly passkeys: {
    readonly title: string;
    readonly none: string;
    readonly created: (date: string) => string;
    /** The passkey that opened the session, which cannot be removed. */
    readonly current: string;
    readonly nickname: string;
    readonly suggestion: string;
    readonly add: string;
    readonly added: string;
    readonly remove: string;
    readonly removeNamed: (nickname: string) => string;
    readonly removed: string;
  };
  /** Words of the review in place of the English ones, which are the same as in a signer. */
  readonly review?: Partial<PromptTexts>;
}
