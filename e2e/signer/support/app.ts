import type { Wallet } from '@org/payments-wallet';
import { defineElements, type ReviewElement } from '@org/payments-wallet/ui';

defineElements();

/** The element that asks in a page that holds its own key. */
export function addReview(): ReviewElement {
  return document.body.appendChild(document.createElement('payments-review'));
}

/** The smallest application: signs in, freezes a card, and shows the result. */
export function showApp(wallet: Wallet, cardId: string): void {
  const main = document.createElement('main');
  const title = document.createElement('h1');
  title.textContent = 'Your card';
  const signIn = document.createElement('payments-sign-in');
  signIn.wallet = wallet;
  const freeze = document.createElement('button');
  freeze.textContent = 'Freeze the card';
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  freeze.addEventListener('click', () => {
    wallet.run('freezeCard', { cardId }).then(
      () => {
        status.textContent = 'The card is frozen.';
      },
      (error: { code: string }) => {
        status.textContent = error.code;
      },
    );
  });
  main.append(title, signIn, freeze, status);
  document.body.append(main);
}
