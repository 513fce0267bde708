import { useMemo, useSyncExternalStore } from 'react';
import { passkeysFlow, sessionFlow, sessionsFlow } from '../flows/account-flows.ts';
import type { AnyWallet, Flow } from '../flows/flow.ts';
import { otpFlow } from '../flows/otp-flow.ts';
import type { Reviewing } from '../flows/review-flow.ts';
import { oauthFlow, type PasskeyFlowOptions, passkeyFlow } from '../flows/sign-in-flow.ts';
import { signedActionFlow } from '../flows/task-flow.ts';
import type { WalletState } from '../session/state.ts';
import type { ActionMap, Wallet } from '../wallet.ts';

/** The state and the steps of a flow; renders again when the state changes. */
export function useFlow<State extends object, Steps extends object>(
  flow: Flow<State, Steps>,
): State & Steps {
  const { subscribe, getSnapshot, getServerSnapshot, steps } = flow;
  const state = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  return { ...state, ...steps };
}

/**
 * The state of a wallet, and the ways to keep and to end the session.
 *
 * @param initial the state on a server, while hydrating, and until storage was read, such as
 * `sessionFromCookie()` returns it; default signed out. It must be the same object in every render.
 *
 * @example
 * const { status, signOut } = useSession(wallet);
 */
export function useSession(wallet: AnyWallet, initial?: WalletState) {
  return useFlow(useMemo(() => sessionFlow(wallet, initial), [wallet, initial]));
}

/** The live sessions of the account, on this device and on others. */
export function useSessions(wallet: AnyWallet) {
  return useFlow(useMemo(() => sessionsFlow(wallet), [wallet]));
}

/** The passkeys of the account, and the ways to add and remove one. */
export function usePasskeys(wallet: AnyWallet) {
  return useFlow(useMemo(() => passkeysFlow(wallet), [wallet]));
}

/**
 * Signs in with a code sent by e-mail. Set `autocomplete="one-time-code"` and `inputmode="numeric"`
 * on the input.
 *
 * @param id `AuthMethod:...`; left out, the account's newest e-mail address
 */
export function useOtp(wallet: AnyWallet, id?: string) {
  return useFlow(useMemo(() => otpFlow(wallet, id), [wallet, id]));
}

/**
 * Signs in with a passkey. Prepares when it mounts, so that the click reaches the browser's dialog
 * at once; prepares again when the challenge expires.
 *
 * @param id `AuthMethod:...`; left out, any passkey of the account
 */
export function usePasskey(wallet: AnyWallet, id?: string, { autofill }: PasskeyFlowOptions = {}) {
  return useFlow(useMemo(() => passkeyFlow(wallet, id, { autofill }), [wallet, id, autofill]));
}

/**
 * Signs in with an identity provider, in a popup. Prepares when it mounts, as {@link usePasskey}.
 *
 * @param id `AuthMethod:...`; left out, the account's newest identity
 */
export function useOAuth(wallet: AnyWallet, id?: string) {
  return useFlow(useMemo(() => oauthFlow(wallet, id), [wallet, id]));
}

/**
 * Performs an action of the relay, signed by the session.
 *
 * @param action its name, which determines the types of input and result
 */
export function useSignedAction<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(wallet: Wallet<Actions>, action: Name) {
  return useFlow(useMemo(() => signedActionFlow(wallet, action), [wallet, action]));
}

/**
 * The question to the person before something is signed, for a dialog of your own.
 *
 * @param reviewing what `createReview` returned; its `review` is an option of the wallet
 *
 * @example
 * const { question, status, watch, approve, refuse } = useReview(reviewing);
 */
export function useReview(reviewing: Reviewing) {
  return useFlow(reviewing);
}
