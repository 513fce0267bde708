import { useCallback, useEffect, useRef, useState } from 'react';
import { useDemoWallet, useWalletState } from './wallet-context.ts';

/** The message to a person whose session has just ended. */
export interface Farewell {
  readonly farewell: string | undefined;
  /** Called with the reason before the page itself ends the session. */
  readonly sayFarewell: (text: string) => void;
}

const ELSEWHERE = 'Your session was ended: in another tab, on another device or by the service.';
const EXPIRED = 'Your session has expired. Nothing is lost: sign in again to continue.';

/** Remembers why the last session ended, until the next one begins. */
export function useFarewell(): Farewell {
  const wallet = useDemoWallet();
  const { status } = useWalletState();
  const own = useRef<string>(undefined);
  const [text, setText] = useState<string>();

  useEffect(
    () =>
      wallet.subscribe(({ type }) => {
        if (type === 'signed_out') setText(own.current ?? ELSEWHERE);
        if (type === 'signed_out' || type === 'signed_in') own.current = undefined;
        if (type === 'signed_in' || type === 'adopted') setText(undefined);
      }),
    [wallet],
  );

  const sayFarewell = useCallback((reason: string) => {
    own.current = reason;
  }, []);
  return { farewell: status === 'expired' ? EXPIRED : text, sayFarewell };
}
