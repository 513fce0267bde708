/** The wallet for Svelte: stores by shape, without an import of Svelte. @module */
import { passkeysFlow, sessionFlow, sessionsFlow } from '../flows/account-flows.ts';
import type { AnyWallet, Flow } from '../flows/flow.ts';
import { otpFlow } from '../flows/otp-flow.ts';
import type { Reviewing } from '../flows/review-flow.ts';
import { oauthFlow, type PasskeyFlowOptions, passkeyFlow } from '../flows/sign-in-flow.ts';
import { signedActionFlow } from '../flows/task-flow.ts';
import type { WalletState } from '../session/state.ts';
import type { ActionMap, Wallet } from '../wallet.ts';

export type * from '../flows/index.ts';
export { createReview } from '../flows/review-flow.ts';

/** A readable store, `$store` in a component, with what a person can do. */
export type FlowStore<State, Steps> = Steps & {
  /** Calls a listener with the value, now and whenever it changes; returns a function that stops it. */
  subscribe(run: (value: State) => void): () => void;
};

/** A store of the state of a flow, with its steps. */
export function flowStore<State, Steps>(flow: Flow<State, Steps>): FlowStore<State, Steps> {
  return {
    ...flow.steps,
    subscribe(run) {
      run(flow.getSnapshot());
      return flow.subscribe(() => run(flow.getSnapshot()));
    },
  };
}

/** The state of a wallet, and the ways to keep and to end the session. */
export const session = (wallet: AnyWallet, initial?: WalletState) =>
  flowStore(sessionFlow(wallet, initial));

/** The live sessions of the account, on this device and on others. */
export const sessions = (wallet: AnyWallet) => flowStore(sessionsFlow(wallet));

/** The passkeys of the account, and the ways to add and remove one. */
export const passkeys = (wallet: AnyWallet) => flowStore(passkeysFlow(wallet));

/** Signs in with a code sent by e-mail: `send`, then `verify`. */
export const otp = (wallet: AnyWallet, credentialId?: string) =>
  flowStore(otpFlow(wallet, credentialId));

/** Signs in with a passkey, which is prepared ahead: call `confirm` first in the click handler. */
export const passkey = (wallet: AnyWallet, credentialId?: string, options?: PasskeyFlowOptions) =>
  flowStore(passkeyFlow(wallet, credentialId, options));

/** Signs in with an identity provider: call `popup` first in the click handler. */
export const oauth = (wallet: AnyWallet, credentialId?: string) =>
  flowStore(oauthFlow(wallet, credentialId));

/** Performs an action of the relay, signed by the session. */
export const signedAction = <
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: Wallet<Actions>,
  action: Name,
) => flowStore(signedActionFlow(wallet, action));

/** The question to the person before something is signed: `use:watch` on the element that shows it. */
export function review(reviewing: Reviewing) {
  const { watch, ...store } = flowStore(reviewing);
  /** The action of the element. */
  const watchNode = (node: Element) => {
    watch(node);
    return { destroy: () => watch(null) };
  };
  return { ...store, watch: watchNode };
}
