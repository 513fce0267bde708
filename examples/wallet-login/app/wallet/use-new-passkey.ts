import type { PreparedNewPasskey, RelayCredential } from '@org/payments-wallet';
import { useEffect, useRef } from 'react';
import { useDemoWallet } from './wallet-context.ts';

/**
 * Creates a passkey with a name. What the ceremony needs is fetched as soon as the name is known,
 * so that the click reaches the browser's dialog before anything else.
 *
 * @returns call it first thing in the click handler
 */
export function useNewPasskey(nickname: string): () => Promise<RelayCredential> {
  const wallet = useDemoWallet();
  const prepared = useRef<PreparedNewPasskey | undefined>(undefined);

  useEffect(() => {
    prepared.current = undefined;
    if (nickname === '') return;
    let isGone = false;
    const timer = setTimeout(() => {
      const keep = (passkey: PreparedNewPasskey) => {
        if (!isGone) prepared.current = passkey;
      };
      wallet.prepareNewPasskey({ nickname }).then(keep, () => {});
    }, 300);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [wallet, nickname]);

  return () => {
    const ready = prepared.current;
    prepared.current = undefined;
    if (ready !== undefined && ready.timeLeft() > 0) return ready.confirm();
    return wallet.addPasskey({ nickname });
  };
}
