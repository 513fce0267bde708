import { createWallet, finishOAuthPopup } from '@org/payments-wallet';

/** A page that holds its own key, on the origin of a relay; also the target of a provider's redirect. */
Object.assign(window, { createWallet });
const { hash } = location;
if (hash !== '') {
  const answer = new URLSearchParams(hash.slice(1));
  const [idToken = '', state = ''] = ['id_token', 'state'].map((name) => answer.get(name) ?? '');
  void finishOAuthPopup({ idToken, state });
}

/** In a frame: signs in, tries to add a passkey, and reports the outcome to the embedding page. */
const [accountId, emailId] = ['account', 'email'].map((name) =>
  new URLSearchParams(location.search).get(name),
);
if (accountId && emailId) {
  const wallet = createWallet({ relay: '/relay', accountId });
  const added = async () => {
    await (await wallet.emailOtp(emailId).send()).verify('000000');
    // The duration of a refusal shows who refused; a busy machine would make it look like a person's.
    performance.now = () => 0;
    return (await wallet.addPasskey({ nickname: 'Laptop' })).type;
  };
  added()
    .catch((error: { code?: string }) => error.code ?? String(error))
    .then((outcome) => parent.postMessage(outcome, '*'));
}
