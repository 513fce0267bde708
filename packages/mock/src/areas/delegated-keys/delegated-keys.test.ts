import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab, stateOf } from '../../../test/lab/lab.ts';

const path = '/auth/delegated-keys';

rules('delegated keys', (test, door) => {
  async function start() {
    const lab = await openLab(door);
    const owner = await lab.signIn();
    const account = owner.account.id;
    const card = lab.mock.add.card({ fundingSources: [account] });
    const body = { cardId: card.id, internalAccountId: account, nickname: 'Groceries' };
    return { lab, owner, account, card, body };
  }

  test('a session of the wallet signs for a key, which then works', async () => {
    const { lab, owner, account, card, body } = await start();
    const before = stateOf(lab.mock);
    const challenge = await lab.challenge('POST', path, body);
    expect(stateOf(lab.mock)).toBe(before);
    const { body: created, status } = await lab.answer(
      'POST',
      path,
      body,
      challenge,
      owner.sessionKey,
    );
    expect(status).toBe(201);
    expect(created).toMatchObject({ cardId: card.id, accountId: account, status: 'PENDING' });
    const read = await lab.send('GET', `${path}/${created.id}`);
    expect(read.body).toMatchObject({ ...created, status: 'ACTIVE', updatedAt: expect.anything() });
    const found = async (query: string) =>
      ((await lab.send('GET', `${path}?${query}`)).body.data as { id: string }[]).length;
    expect(await found(`accountId=${account}`)).toBe(1);
    expect(await found(`fundingSourceId=${created.fundingSourceId}`)).toBe(1);
    expect(await found('accountId=InternalAccount:none')).toBe(0);
  });

  test('a session of another wallet does not sign for it', async () => {
    const { lab, body } = await start();
    const other = await lab.signIn();
    const reply = await lab.signed('POST', path, body, other.sessionKey);
    expectRefused(reply, 401, 'UNAUTHORIZED');
    expect((await lab.send('GET', path)).body.data).toEqual([]);
  });

  test('a second live key, another wallet, a fiat account and a closed card are refused', async () => {
    const { lab, account, card, body } = await start();
    const { id } = lab.mock.add.delegatedKey({ cardId: card.id, accountId: account });
    expectRefused(await lab.send('POST', path, body), 409, 'CONFLICT');
    expect((await lab.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await lab.send('POST', path, body)).status).toBe(202);
    const wallet = lab.mock.add.wallet().account.id;
    const fiat = lab.mock.add.internalAccount().id;
    for (const internalAccountId of [wallet, fiat]) {
      const reply = await lab.send('POST', path, { ...body, internalAccountId });
      expectInvalid(reply, 'internalAccountId');
    }
    const closed = lab.mock.add.card({ fundingSources: [account], state: 'CLOSED' });
    const ofClosed = await lab.send('POST', path, { ...body, cardId: closed.id });
    expectInvalid(ofClosed, 'internalAccountId');
    expectRefused(await lab.send('POST', path, { ...body, cardId: 'Card:none' }), 404, 'NOT_FOUND');
  });

  test('a revoked key stays readable, and is not revoked again', async () => {
    const { lab, account, card } = await start();
    const { id } = lab.mock.add.delegatedKey({ cardId: card.id, accountId: account });
    expect((await lab.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await lab.send('GET', `${path}/${id}`)).body.status).toBe('REVOKED');
    expectInvalid(await lab.send('DELETE', `${path}/${id}`), 'id');
    expectRefused(await lab.send('DELETE', `${path}/DelegatedKey:none`), 404, 'NOT_FOUND');
  });

  test('closing the card, or binding another wallet, revokes its keys', async () => {
    const { lab, owner, account, card } = await start();
    const { id } = lab.mock.add.delegatedKey({ cardId: card.id, accountId: account });
    const state = { state: 'CLOSED' };
    await lab.signed('PATCH', `/cards/${card.id}`, state, owner.sessionKey);
    expect((await lab.send('GET', `${path}/${id}`)).body.status).toBe('REVOKED');
  });
});
