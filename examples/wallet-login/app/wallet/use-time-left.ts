import { useEffect, useState } from 'react';
import { useDemoWallet } from './wallet-context.ts';

/** Milliseconds in which this session can sign; counts down every second. */
export function useTimeLeft(): number {
  const wallet = useDemoWallet();
  const [left, setLeft] = useState(() => wallet.timeLeft());
  useEffect(() => {
    const read = () => setLeft(wallet.timeLeft());
    const timer = setInterval(read, 1000);
    const stop = wallet.subscribe(read);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [wallet]);
  return left;
}
