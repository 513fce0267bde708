import type { WalletError } from '@org/payments-wallet';
import { useSignedAction } from '@org/payments-wallet/react';
import { useState } from 'react';
import type { DemoActions } from './create-demo-wallet.ts';
import { useDemoWallet } from './wallet-context.ts';

/** A signed change, for one control. */
export interface ChangeControl<Input, Result> {
  readonly isBusy: boolean;
  readonly error: WalletError | undefined;
  /** The person declined in the dialog. */
  readonly wasRefused: boolean;
  /** Returns the result, or undefined when nothing is known to have changed. */
  readonly run: (input: Input) => Promise<Result | undefined>;
}

/**
 * Runs one of the relay's actions. Unless it succeeds, the page's data is read again: the response
 * may have been lost, or the state may have changed in the meantime.
 */
export function useChange<Name extends keyof DemoActions & string>(
  name: Name,
  reload: () => Promise<void>,
): ChangeControl<DemoActions[Name]['input'], DemoActions[Name]['result']> {
  const task = useSignedAction<DemoActions, Name>(useDemoWallet(), name);
  const [wasRefused, setRefused] = useState(false);

  async function run(input: DemoActions[Name]['input']) {
    setRefused(false);
    const result = await task.run(input);
    if (result === undefined) {
      setRefused(true);
      await reload();
    }
    return result;
  }

  const { status, error } = task;
  return {
    isBusy: status === 'running',
    error,
    wasRefused: wasRefused && status === 'idle',
    run,
  };
}
