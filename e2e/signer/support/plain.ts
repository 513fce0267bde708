import { createWallet, finishOAuthPopup } from '@org/payments-wallet';

/** A page that holds its own key, on the origin of a relay; also the target of a provider's redirect. */
Object.assign(window, { createWallet });
const { hash } = location;
if (hash !== '') {
  const answer = new URLSearchParams(hash.slice(1));
  const [idToken = '', state = ''] = ['id_token', 'state'].map((name) => answer.get(name) ?? '');
  void finishOAuthPopup({ idToken, state });
}

/** In a frame: signs in, tries to add a passkey, and reports each outcome to the embedding page. */
const [accountId, emailId] = ['account', 'email'].map((name) =>
  new URLSearchParams(location.search).get(name),
);

function report(added: Promise<{ readonly type: string }>): void {
  added
    .then(({ type }) => type)
    .catch((error: { code?: string }) => error.code ?? String(error))
    .then((outcome) => parent.postMessage(outcome, '*'));
}

/** Tries at once, then in each click on the frame. */
async function tryToAdd(account: string, email: string): Promise<void> {
  const wallet = createWallet({ relay: '/relay', accountId: account });
  await (await wallet.emailOtp(email).send()).verify('000000');
  // The duration of a refusal shows who refused; a busy machine would make it look like a person's.
  performance.now = () => 0;
  const [first, second] = await Promise.all(
    ['Laptop', 'Phone'].map((nickname) => wallet.prepareNewPasskey({ nickname })),
  );
  addEventListener('click', () => second && report(second.confirm()));
  if (first !== undefined) report(first.confirm());
}
if (accountId && emailId) void tryToAdd(accountId, emailId);
