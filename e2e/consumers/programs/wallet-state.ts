import { createWallet, WalletError } from '@org/payments-wallet';

/**
 * A consumer's program: a wallet that nobody has signed in to. It is not closed: the process has to
 * end all the same.
 */
async function main(): Promise<void> {
  const wallet = createWallet({ relay: 'https://platform.example/api/wallet' });
  const stop = wallet.subscribe(() => {});
  stop();
  const refusal: unknown = await wallet.run('freezeCard', { cardId: 'Card:1' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof WalletError)) throw new Error('a signed-out wallet signed');
}

main().then(
  () => console.log('wallet-state: done'),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
