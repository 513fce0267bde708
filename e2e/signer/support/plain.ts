import { createWallet, finishOAuthPopup } from '@org/payments-wallet';

/** A page that holds its own key, on the origin of a relay; also where a provider comes back to. */
Object.assign(window, { createWallet });
const { hash } = location;
if (hash !== '') {
  const answer = new URLSearchParams(hash.slice(1));
  const [idToken = '', state = ''] = ['id_token', 'state'].map((name) => answer.get(name) ?? '');
  void finishOAuthPopup({ idToken, state });
}
