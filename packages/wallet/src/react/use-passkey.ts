import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isWalletError, type WalletError } from '../errors/wallet-error.ts';
import { replacedIn, wasPicked } from '../prepared.ts';
import type { SessionInfo } from '../session/state.ts';
import type { PasskeySignIn, PreparedPasskey } from '../sign-in/passkey.ts';
import { useTask } from './use-task.ts';

/** The status of a sign-in by passkey. */
export type PasskeyStatus = 'preparing' | 'ready' | 'confirming' | 'signed-in' | 'unavailable';

/** Sign-in by passkey, for one button. */
export interface PasskeyFlow {
  /** Enable the button when `ready`. `unavailable`: `error` explains why; `prepare()` tries again. */
  readonly status: PasskeyStatus;
  /** What to show; never a silent error. */
  readonly error: WalletError | undefined;
  /** Call it first in the click handler. */
  readonly confirm: () => Promise<SessionInfo | undefined>;
  /** Fetches another challenge. Not needed otherwise: expired ones are replaced. */
  readonly prepare: () => void;
}

/** The options of a sign-in by passkey. */
export interface PasskeyFlowOptions {
  /** Offer it among the suggestions of an `<input autocomplete="username webauthn">` as well. */
  readonly autofill?: boolean | undefined;
}

/**
 * Signs in with a passkey. Prepares when it mounts, so that the click reaches the browser's dialog
 * at once; prepares again when the challenge expires.
 *
 * @param credentialId `AuthMethod:...`; left out, any passkey of the account
 */
export function usePasskey(
  wallet: { passkey(credentialId?: string): PasskeySignIn },
  credentialId?: string,
  { autofill = false }: PasskeyFlowOptions = {},
): PasskeyFlow {
  const signIn = useMemo(() => wallet.passkey(credentialId), [wallet, credentialId]);
  const prepared = useRef<PreparedPasskey | undefined>(undefined);
  const [round, setRound] = useState(0);
  const prepare = useCallback(() => setRound((count) => count + 1), []);
  const { run: runPrepare, reset: forgetPrepared, ...preparing } = useTask(() => signIn.prepare());
  const { run: runConfirm, ...confirming } = useTask((start: () => Promise<SessionInfo>) =>
    start(),
  );
  /** Prepares another one: a refused response has used up its challenge. */
  const replace = useCallback(() => {
    prepared.current = undefined;
    forgetPrepared();
    prepare();
  }, [forgetPrepared, prepare]);
  const offer = useRef(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: another credential or round asks for another challenge
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async () => {
      // StrictMode mounts twice at once: only the mount that stays asks for a challenge.
      await Promise.resolve();
      const passkey = signal.aborted ? undefined : await runPrepare();
      if (signal.aborted || passkey === undefined) return;
      prepared.current = passkey;
      timer = setTimeout(prepare, replacedIn(passkey));
      offer.current = () => {
        if (!autofill || signal.aborted) return;
        passkey.autofill({ signal }).then(
          (session) => runConfirm(async () => session),
          (error: unknown) => {
            if (signal.aborted || !wasPicked(passkey, error)) return;
            replace();
            void runConfirm(() => Promise.reject(error));
          },
        );
      };
      offer.current();
    };
    void start();
    return () => {
      unmounted.abort();
      clearTimeout(timer);
      prepared.current = undefined;
    };
  }, [signIn, runPrepare, runConfirm, prepare, replace, autofill, round]);

  const confirm = useCallback(() => {
    const passkey = prepared.current;
    if (passkey === undefined) return Promise.resolve(undefined);
    return runConfirm(async () => {
      try {
        return await passkey.confirm();
      } catch (error) {
        // A cancelled dialog has ended the offer, and has not used the challenge.
        if (isWalletError(error) && error.silent) offer.current();
        else replace();
        throw error;
      }
    });
  }, [runConfirm, replace]);

  const status = (): PasskeyStatus => {
    if (confirming.status === 'done') return 'signed-in';
    if (confirming.status === 'running') return 'confirming';
    if (preparing.status === 'failed') return 'unavailable';
    return preparing.status === 'done' ? 'ready' : 'preparing';
  };

  return { status: status(), error: confirming.error ?? preparing.error, confirm, prepare };
}
