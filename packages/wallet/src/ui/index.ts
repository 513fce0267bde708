/** Accessible custom elements for signing in, sessions, passkeys and reviews. @module */
import { PasskeysElement } from './passkeys.ts';
import { ReviewElement } from './review.ts';
import { SessionsElement } from './sessions.ts';
import { SignInElement } from './sign-in.ts';

export { PasskeysElement } from './passkeys.ts';
export { ReviewElement } from './review.ts';
export { SessionsElement } from './sessions.ts';
export { type ProviderName, type ProviderUrl, SignInElement } from './sign-in.ts';
export type { ElementWallet } from './states.ts';
export { type ElementState, type ElementWay, elementStates } from './states.ts';
export { english } from './texts/english.ts';
export type { ElementTexts } from './texts/texts.ts';
export { french, german, portuguese, spanish } from './texts/translations.ts';

const elements = {
  'payments-sign-in': SignInElement,
  'payments-sessions': SessionsElement,
  'payments-passkeys': PasskeysElement,
  'payments-review': ReviewElement,
} as const;

declare global {
  interface HTMLElementTagNameMap {
    'payments-sign-in': SignInElement;
    'payments-sessions': SessionsElement;
    'payments-passkeys': PasskeysElement;
    'payments-review': ReviewElement;
  }
}

/**
 * Defines the elements in this page, once; names that are defined already stay as they are. Does
 * nothing on a server.
 *
 * @example
 * defineElements();
 * const signIn = document.createElement('payments-sign-in');
 * signIn.wallet = wallet;
 * document.body.append(signIn);
 */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return;
  for (const [name, element] of Object.entries(elements)) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
  }
}
