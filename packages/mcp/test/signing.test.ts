import type { SigningRequest } from '@org/payments-mcp';
import { expect, test } from 'vitest';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

/** A customer with a wallet, a card, and a session that can sign. */
async function wallet() {
  const setting = stage();
  const { mock, customerId, accountId } = setting;
  const { account } = mock.add.wallet({ customerId });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const card = mock.add.card({ cardholderId: customerId, fundingSources: [accountId] });
  return { ...setting, account, card, stamper: sessionKey };
}

test('a signed operation returns a link on which the customer signs, and changes nothing before', async () => {
  const { payments, account, stamper } = await wallet();
  const requests: SigningRequest[] = [];
  const mcp = serverOf({
    platform: payments,
    allowWrites: true,
    signingLink: (request) => {
      requests.push(request);
      return 'https://wallet.example.com/sign/1';
    },
  });
  const client = await connectInMemory(mcp, () => ({ action: 'accept' }));
  const input = { id: account.id, privateEnabled: true };
  const { value, isError } = await call(client, 'internal_accounts_update', input);
  expect(isError).toBe(false);
  expect(value).toMatchObject({
    status: 'signature_required',
    url: 'https://wallet.example.com/sign/1',
  });
  const isPrivate = async () => {
    const all = await payments.internalAccounts.list({}).toArray();
    return all.find(({ id }) => id === account.id)?.privateEnabled;
  };
  expect(await isPrivate()).not.toBe(true);
  const [request] = requests;
  if (request === undefined) throw new Error('no link was asked for');
  expect(request.operation).toBe('internalAccounts.update');
  const stamp = await stamper.stamp(request.step.payloadToSign);
  await payments.internalAccounts.update.complete(request.step, stamp);
  expect(await isPrivate()).toBe(true);
});
