/** The wallet for Vue 3: composables, no markup. @module */
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue';
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

/** The state of a flow, and what a person can do. */
export type FlowRef<State, Steps> = Steps & { readonly state: Readonly<ShallowRef<State>> };

/** The state and the steps of a flow; stops listening with the component. */
export function useFlow<State, Steps>(flow: Flow<State, Steps>): FlowRef<State, Steps> {
  const state = shallowRef(flow.getSnapshot()) as ShallowRef<State>;
  const listen = () => {
    state.value = flow.getSnapshot();
  };
  onScopeDispose(flow.subscribe(listen));
  return { ...flow.steps, state };
}

/**
 * The state of a wallet, and the ways to keep and to end the session.
 *
 * @example
 * const { state, signOut } = useSession(wallet);
 */
export const useSession = (wallet: AnyWallet, initial?: WalletState) =>
  useFlow(sessionFlow(wallet, initial));

/** The live sessions of the account, on this device and on others. */
export const useSessions = (wallet: AnyWallet) => useFlow(sessionsFlow(wallet));

/** The passkeys of the account, and the ways to add and remove one. */
export const usePasskeys = (wallet: AnyWallet) => useFlow(passkeysFlow(wallet));

/** Signs in with a code sent by e-mail: `send`, then `verify`. */
export const useOtp = (wallet: AnyWallet, credentialId?: string) =>
  useFlow(otpFlow(wallet, credentialId));

/** Signs in with a passkey, which is prepared ahead: call `confirm` first in the click handler. */
export const usePasskey = (
  wallet: AnyWallet,
  credentialId?: string,
  options?: PasskeyFlowOptions,
) => useFlow(passkeyFlow(wallet, credentialId, options));

/** Signs in with an identity provider: call `popup` first in the click handler. */
export const useOAuth = (wallet: AnyWallet, credentialId?: string) =>
  useFlow(oauthFlow(wallet, credentialId));

/** Performs an action of the relay, signed by the session. */
export const useSignedAction = <
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: Wallet<Actions>,
  action: Name,
) => useFlow(signedActionFlow(wallet, action));

/** The question to the person before something is signed: `:ref="watch"` on the element that shows it. */
export function useReview(reviewing: Reviewing) {
  const { watch, ...flow } = useFlow(reviewing);
  /** Takes an element, or the component whose element it is. */
  const watchRef = (found: unknown) => {
    const element = Object(found).$el ?? found;
    watch(element instanceof Element ? element : null);
  };
  return { ...flow, watch: watchRef };
}
