import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../test/eventually.ts';
import { button, clearPage, show, text } from '../../test/ui/elements.ts';
import type { SessionInfo } from '../session/state.ts';
import { createFakeWallet, type FakeWallet } from '../testing/index.ts';
import { defineElements, english } from './index.ts';

beforeAll(() => defineElements());
afterEach(clearPage);

/** A session of another account, which another tab has opened. */
function ofAnother({ state }: FakeWallet): SessionInfo {
  return { ...(state.session as SessionInfo), accountId: 'InternalAccount:another' };
}

/** Makes the next reading end late: `begun` resolves when it has read, `end` lets it end. */
function endingLate<Name extends string>(
  reader: { [Key in Name]: () => Promise<unknown> },
  name: Name,
) {
  const read = reader[name];
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  reader[name] = async () => {
    reader[name] = read;
    const found = await read();
    begun.resolve();
    await ending.promise;
    return found;
  };
  return { begun: begun.promise, end: ending.resolve };
}

describe('<payments-sessions>', () => {
  const other = {
    ...{ id: 'Session:other', accountId: 'InternalAccount:1', type: 'EMAIL_OTP' },
    ...{ nickname: 'p•••@example.com', createdAt: '2026-01-05T09:00:00Z' },
    ...{ updatedAt: '2026-01-05T09:00:00Z', expiresAt: '2026-01-05T09:15:00Z', isCurrent: false },
  };

  it('ends the session of another device, and signs this one out', async () => {
    const { seen, wallet } = show(
      'payments-sessions',
      createFakeWallet({ status: 'active', account: { otherSessions: [other] } }),
    );
    await expect.element(text('This device')).toBeVisible();
    wallet.fake.emit({ type: 'unknown_session', sessionId: other.id });
    await expect.element(text(english.sessions.unknown)).toBeVisible();
    await button('End E-mail code, p•••@example.com').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.sessions.ended);
    expect(await wallet.sessions.list()).toHaveLength(1);
    await button('Sign out on all devices').click();
    await eventually(() => expect(seen).toEqual(['signed-out']));
    expect(wallet.state.status).toBe('signed-out');
  });

  it('reads the list again when the page is online again', async () => {
    const { wallet } = show('payments-sessions', createFakeWallet({ status: 'active' }));
    await expect.element(button(/^Sign out$/)).toBeEnabled();
    const { list } = wallet.sessions;
    Object.assign(wallet.sessions, { list: async () => [...(await list()), other] });
    window.dispatchEvent(new Event('online'));
    await expect.element(button(/^End /)).toBeVisible();
  });

  it('does not report a session as ended that was not', async () => {
    const { wallet } = show(
      'payments-sessions',
      createFakeWallet({ status: 'active', account: { otherSessions: [other] } }),
    );
    wallet.fake.fail('sessions.end', 'OUTCOME_UNKNOWN');
    await button(/^End /).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.OUTCOME_UNKNOWN);
    expect(page.getByRole('status').element().textContent).toBe('');
    const read = wallet.fake.calls.filter(({ call }) => call === 'sessions.list');
    expect(read).toHaveLength(2);
  });

  it('does not show an ended session again when an older reading ends late', async () => {
    const { wallet } = show(
      'payments-sessions',
      createFakeWallet({ status: 'active', account: { otherSessions: [other] } }),
    );
    const end = button(/^End /);
    await expect.element(end).toBeEnabled();
    const release = wallet.fake.hold('sessions.end');
    await end.click();
    const reading = endingLate(wallet.sessions, 'list');
    wallet.fake.emit({ type: 'refreshed', sessionId: 'Session:new' });
    await reading.begun;
    release();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.sessions.ended);
    reading.end();
    await expect.element(button(/^Sign out$/)).toBeEnabled();
    expect(end.elements()).toEqual([]);
  });

  it('shows nothing of the account that was signed in before', async () => {
    const { wallet } = show(
      'payments-sessions',
      createFakeWallet({ status: 'active', account: { otherSessions: [other] } }),
    );
    await expect.element(text('This device')).toBeVisible();
    wallet.fake.setState({ session: ofAnother(wallet) });
    await expect.element(text('This device')).not.toBeInTheDocument();
  });
});

describe('<payments-passkeys>', () => {
  it('adds and removes a passkey', async () => {
    const { seen } = show('payments-passkeys', createFakeWallet({ status: 'active' }));
    await expect.element(text('Laptop')).toBeVisible();
    await userEvent.fill(page.getByLabelText('Name of the new passkey'), 'Phone');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Remove Phone')).toBeVisible();
    await button('Remove Laptop').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.passkeys.removed);
    expect(page.getByRole('listitem').elements()).toHaveLength(1);
    expect(seen).toEqual(['passkey-added', 'passkey-removed']);
  });

  it('shows what was removed when an older reading ends late, and has no buttons meanwhile', async () => {
    const { wallet } = show('payments-passkeys', createFakeWallet({ status: 'active' }));
    const remove = button('Remove Laptop');
    await expect.element(remove).toBeEnabled();
    const release = wallet.fake.hold('removeCredential');
    await remove.click();
    await expect.element(remove).toBeDisabled();
    const reading = endingLate(wallet, 'account');
    wallet.fake.emit({ type: 'adopted', sessionId: 'Session:new' });
    await reading.begun;
    release();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.passkeys.removed);
    reading.end();
    await expect.element(button(english.passkeys.add)).toBeEnabled();
    expect(remove.elements()).toEqual([]);
  });

  it('suggests another name for each passkey', async () => {
    const { seen } = show('payments-passkeys', createFakeWallet({ status: 'active' }));
    const add = button(english.passkeys.add);
    for (const count of [1, 2]) {
      await expect.element(add).toBeEnabled();
      await add.click();
      await eventually(() => expect(seen).toHaveLength(count));
    }
    await expect.element(button('Remove My device 2')).toBeVisible();
    await expect.element(button(/^Remove My device$/)).toBeVisible();
    const name = page.getByLabelText(english.passkeys.nickname);
    await expect.element(name).toHaveValue('My device 3');
  });

  it('offers to remove each of two passkeys with one name', async () => {
    const passkey = (id: string, createdAt: string) => ({
      ...{ id, accountId: 'InternalAccount:1', type: 'PASSKEY', nickname: 'Laptop' },
      ...{ createdAt, updatedAt: createdAt },
    });
    const credentials = [
      passkey('AuthMethod:1', '2026-01-05T12:00:00Z'),
      passkey('AuthMethod:2', '2026-01-06T12:00:00Z'),
    ];
    const account = { accountId: 'InternalAccount:1', credentials };
    show('payments-passkeys', createFakeWallet({ status: 'active', account }));
    const remove = button(/^Remove Laptop, Added Jan 6, 2026/);
    await expect.element(remove).toBeEnabled();
    expect(text(english.passkeys.current).elements()).toEqual([]);
    await button(/^Remove Laptop, Added Jan 5, 2026/).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.REFUSED);
    await remove.click();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.passkeys.removed);
    await expect.element(text(english.passkeys.current)).toBeVisible();
  });

  it('shows an added passkey once when it was read before the addition is reported', async () => {
    const wallet = createFakeWallet({ status: 'active' });
    const ending = Promise.withResolvers<void>();
    const { prepareNewPasskey } = wallet;
    const prepareReportedLate: typeof prepareNewPasskey = async (passkey) => {
      const prepared = await prepareNewPasskey(passkey);
      const confirm = async () => {
        const added = await prepared.confirm();
        await ending.promise;
        return added;
      };
      return { ...prepared, confirm };
    };
    Object.assign(wallet, { prepareNewPasskey: prepareReportedLate });
    const { seen } = show('payments-passkeys', wallet);
    const add = button(english.passkeys.add);
    await expect.element(add).toBeEnabled();
    await add.click();
    wallet.fake.emit({ type: 'adopted', sessionId: 'Session:new' });
    await expect.element(button('Remove My device')).toBeVisible();
    ending.resolve();
    await eventually(() => expect(seen).toEqual(['passkey-added']));
    expect(button(/^Remove My device/).elements()).toHaveLength(1);
  });

  it('reports a passkey as added and removed although the others cannot be read again', async () => {
    const { seen, wallet } = show('payments-passkeys', createFakeWallet({ status: 'active' }));
    await expect.element(text('Laptop')).toBeVisible();
    wallet.fake.fail('account', 'NETWORK');
    await userEvent.fill(page.getByLabelText('Name of the new passkey'), 'Phone');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status')).toHaveTextContent(english.passkeys.added);
    await button('Remove Phone').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.passkeys.removed);
    expect(seen).toEqual(['passkey-added', 'passkey-removed']);
  });

  it('shows what is true when nobody knows whether a passkey was added', async () => {
    const { wallet } = show('payments-passkeys', createFakeWallet({ status: 'active' }));
    await expect.element(text('Laptop')).toBeVisible();
    const count = (name: string) => wallet.fake.calls.filter(({ call }) => call === name).length;
    const add = button(english.passkeys.add);
    wallet.fake.fail('newPasskey.confirm', 'OUTCOME_UNKNOWN');
    await add.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.OUTCOME_UNKNOWN);
    await expect.element(add).toBeEnabled();
    expect(count('account')).toBe(2);
  });

  it('adds the next passkey with the wallet it has now, whenever another one responds', async () => {
    const [slow, wallet] = [
      createFakeWallet({ status: 'active' }),
      createFakeWallet({ status: 'active' }),
    ];
    const release = slow.fake.hold('newPasskey.confirm');
    const { element, seen } = show('payments-passkeys', slow);
    const add = button(english.passkeys.add);
    await add.click();
    element.wallet = wallet;
    await expect.element(add).toBeEnabled();
    release();
    await eventually(() => expect(seen).toEqual(['passkey-added']));
    expect(page.getByRole('listitem').elements()).toHaveLength(1);
    await add.click();
    await eventually(() => expect(seen).toEqual(['passkey-added', 'passkey-added']));
    const count = ({ fake }: FakeWallet) =>
      fake.calls.filter(({ call }) => call === 'newPasskey.confirm').length;
    expect([slow, wallet].map(count)).toEqual([1, 1]);
  });

  it('has the next passkey ready for the click after one that used its challenge', async () => {
    const { seen, wallet } = show('payments-passkeys', createFakeWallet({ status: 'active' }));
    const add = button(english.passkeys.add);
    await expect.element(add).toBeEnabled();
    const prepared = () =>
      wallet.fake.calls.filter(({ call }) => call === 'newPasskey.prepare').length;
    await eventually(() => expect(prepared()).toBe(1));
    wallet.fake.fail('newPasskey.confirm', 'NETWORK');
    await add.click();
    await expect.element(add).toBeEnabled();
    expect(prepared()).toBe(2);
    const confirmed = seen.length;
    await add.click();
    await eventually(() => expect(seen.slice(confirmed)).toEqual(['passkey-added']));
  });
});
