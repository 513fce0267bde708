import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cardState, newWorld, optionsOf, type TestWorld } from '../../test/app/client.ts';
import { eventually } from '../../test/eventually.ts';
import { createWallet, type Wallet } from '../index.ts';
import { sessionFromCookie } from '../ssr/index.ts';
import { createFakeWallet } from '../testing/index.ts';
import {
  createReview,
  type Reviewing,
  useOtp,
  usePasskey,
  useReview,
  useSession,
  useSignedAction,
} from './index.ts';

interface Actions {
  readonly freezeCard: { readonly input: { cardId: string }; readonly result: { state: string } };
}

let root: Root;
let container: HTMLElement;

beforeEach(() => {
  container = document.body.appendChild(document.createElement('main'));
  root = createRoot(container);
});

afterEach(() => {
  root.unmount();
  container.remove();
});

function render(element: React.ReactNode): void {
  flushSync(() => root.render(<StrictMode>{element}</StrictMode>));
}

function click(name: string): void {
  const button = [...container.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (button === undefined) throw new Error(`The button ${name} is missing.`);
  button.click();
}

async function shown(text: string): Promise<void> {
  await eventually(() => expect(container.textContent).toContain(text));
}

interface Props {
  readonly wallet: Wallet<Actions>;
  readonly world: TestWorld;
}

function CodeScreen({ wallet, world }: Props) {
  const { status, persistence } = useSession(wallet);
  const otp = useOtp(wallet, world.emailId);
  const freeze = useSignedAction(wallet, 'freezeCard');
  return (
    <section>
      <output>
        {[
          `wallet ${status} ${persistence}`,
          `code ${otp.status}`,
          `wait ${otp.resendIn > 0 ? 'yes' : 'no'}`,
          `error ${otp.error?.code ?? freeze.error?.code ?? 'none'}`,
          `card ${freeze.result?.state ?? 'unknown'}`,
        ].join('; ')}
      </output>
      <button type="button" onClick={() => void otp.send()}>
        send
      </button>
      <button type="button" onClick={() => void otp.verify('111111')}>
        wrong
      </button>
      <button type="button" onClick={() => void otp.verify('000000')}>
        right
      </button>
      <button type="button" onClick={() => void freeze.run({ cardId: world.cardId })}>
        freeze
      </button>
    </section>
  );
}

it('signs in after a wrong code, and runs a signed action', async () => {
  const world = await newWorld();
  const wallet = createWallet<Actions>(optionsOf(world));
  render(<CodeScreen wallet={wallet} world={world} />);
  await shown('wallet signed-out indexeddb; code idle; wait no');
  click('freeze');
  await shown('error NOT_SIGNED_IN');
  click('send');
  await shown('code sent; wait yes');
  click('wrong');
  await shown('code sent; wait yes; error WRONG_CODE');
  click('right');
  await shown('wallet active indexeddb; code signed-in');
  click('freeze');
  await shown('card FROZEN');
  expect(await cardState(world)).toBe('FROZEN');
  await wallet.signOut();
  await shown('wallet signed-out');
});

function PasskeyButton({ wallet }: { readonly wallet: Parameters<typeof usePasskey>[0] }) {
  const { status, error, confirm } = usePasskey(wallet, undefined, { autofill: true });
  return (
    <section>
      <output>{`passkey ${status}; error ${error?.code ?? 'none'}`}</output>
      <button type="button" onClick={() => void confirm()}>
        confirm
      </button>
    </section>
  );
}

it('shows the state of the server until storage was read', async () => {
  const initial = sessionFromCookie(`payments-wallet=${Date.now() + 60_000}`);
  const wallet = createFakeWallet({ state: { ready: false } });
  function Screen() {
    const { status, ready } = useSession(wallet, initial);
    return <output>{`${status} ${ready}`}</output>;
  }
  render(<Screen />);
  await shown('active false');
  wallet.fake.setState({ ready: true });
  await shown('signed-out true');
});

it('offers a passkey among suggestions, again after a cancel and after one that did not sign in', async () => {
  const wallet = createFakeWallet();
  wallet.fake.fail('passkey.autofill', 'PASSKEYS_UNSUPPORTED');
  wallet.fake.fail('passkey.autofill', 'NETWORK');
  flushSync(() => root.render(<PasskeyButton wallet={wallet} />));
  await shown('passkey ready; error none');
  wallet.fake.fail('passkey.confirm', 'CANCELLED');
  // The dialog ends the offer, and the one after it fails once a suggestion was picked.
  click('confirm');
  await shown('passkey ready; error NETWORK');
  const count = (name: string) => wallet.fake.calls.filter(({ call }) => call === name).length;
  await eventually(() => expect(count('passkey.autofill')).toBe(3));
  expect(count('passkey.prepare')).toBe(2);
  wallet.fake.pickSuggestion();
  await shown('passkey signed-in; error none');
});

function Question({ reviewing }: { reviewing: Reviewing }) {
  const { status, question, watch, approve, refuse } = useReview(reviewing);
  if (question === undefined) return <output>{status}</output>;
  return (
    <section ref={watch}>
      <h2 data-row={question.title.id}>{question.title.text}</h2>
      {question.rows.map(({ id, label, value }) => (
        <p key={id} data-row={id}>
          {label} <bdi>{value}</bdi>
        </p>
      ))}
      <p data-row={question.proof.id}>{question.proof.text}</p>
      <button type="button" disabled={status !== 'answerable'} onClick={approve}>
        {status}
      </button>
      <button type="button" onClick={refuse}>
        refuse
      </button>
    </section>
  );
}

/** A wallet that asks before a card is frozen. */
function askingWallet({ review }: Reviewing) {
  const wallet = createFakeWallet<Actions>({
    ...({
      status: 'active',
      review,
      actions: { freezeCard: () => ({ state: 'FROZEN' }) },
    } as const),
    changes: {
      freezeCard: ({ cardId }: { cardId: string }) => ({
        operation: 'cards.update',
        input: { id: cardId, state: 'FROZEN' },
      }),
    },
    resources: [{ id: 'Card:1', kind: 'card', last4: '4242' }],
  });
  return () => wallet.run('freezeCard', { cardId: 'Card:1' });
}

it('asks in a dialog of the page before something is signed', async () => {
  const reviewing = createReview();
  const freeze = askingWallet(reviewing);
  await expect(freeze()).rejects.toMatchObject({ code: 'HIDDEN' });
  render(<Question reviewing={reviewing} />);
  await shown('idle');
  const refused = expect(freeze()).rejects.toMatchObject({ code: 'REFUSED_BY_PERSON' });
  await shown('Card:1');
  click('refuse');
  await refused;
  const frozen = freeze();
  await shown('answerable');
  click('answerable');
  expect(await frozen).toEqual({ state: 'FROZEN' });
  await shown('idle');
});
