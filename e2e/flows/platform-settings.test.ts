import { createVerify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';
import { startPayingPlatform } from '../support/platform.ts';

/** A mock on a port, and a client of it. */
async function start() {
  const mock = createMock({ seed: 'settings', checkResponses: true });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const clientOf = (tokenId: string, clientSecret: string) =>
    createPaymentsClient({ baseUrl: server.connection.baseUrl, tokenId, clientSecret });
  const { tokenId, clientSecret } = server.connection;
  return { mock, clientOf, payments: clientOf(tokenId, clientSecret) };
}

/** An endpoint of a platform that checks each signature with OpenSSL. */
async function openEndpoint(publicKey: string) {
  const received: { raw: Buffer; signature: string }[] = [];
  const endpoint = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const signature = String(incoming.headers['x-service-signature']);
    const isGood = createVerify('sha256').update(raw).verify(publicKey, signature, 'base64');
    if (isGood) received.push({ raw, signature });
    outgoing.writeHead(isGood ? 200 : 401).end('seen');
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    endpoint.closeAllConnections();
    endpoint.close();
  });
  const { port } = endpoint.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/webhooks`, received };
}

test('tokens: create, list, get, use, delete', async () => {
  const { payments, clientOf } = await start();
  const created = await payments.tokens.create({ name: 'Reports', permissions: ['VIEW'] });
  const { clientSecret, ...shown } = created;
  const { id: tokenId } = shown;
  expect(await payments.tokens.get({ tokenId })).toEqual(shown);
  expect((await payments.tokens.list({ name: 'Reports' })).data).toEqual([shown]);
  const reports = clientOf(created.clientId, clientSecret);
  expect((await reports.documents.list({})).data).toEqual([]);
  await expect(
    reports.tokens.create({ name: 'More', permissions: ['MANAGE'] }),
  ).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const manager = await payments.tokens.create({ name: 'Admin', permissions: ['MANAGE'] });
  const admin = clientOf(manager.clientId, manager.clientSecret);
  await expect(admin.tokens.delete({ tokenId: manager.id })).rejects.toMatchObject({ status: 400 });
  await admin.tokens.delete({ tokenId });
  await expect(reports.documents.list({})).rejects.toMatchObject({ status: 401 });
  await expect(payments.tokens.get({ tokenId })).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' });
});

test('invitations: create, get, claim, cancel', async () => {
  const { payments, mock } = await start();
  const inviterUma = '$ada@pay.example.com';
  const created = await payments.invitations.create({ inviterUma, amountToSend: 500 });
  const { code: invitationCode } = created;
  expect(await payments.invitations.get({ invitationCode })).toEqual(created);
  const inviteeUma = '$grace@wallet.example.com';
  const claimed = await payments.invitations.claim({ invitationCode, inviteeUma });
  expect(claimed).toMatchObject({ status: 'CLAIMED', inviteeUma });
  expect(mock.eventsOf('INVITATION.CLAIMED')[0]?.data).toEqual(claimed);
  await expect(payments.invitations.cancel({ invitationCode })).rejects.toMatchObject({
    code: 'INVITATION_ALREADY_CLAIMED',
  });
  const other = await payments.invitations.create({ inviterUma });
  expect(await payments.invitations.cancel({ invitationCode: other.code })).toMatchObject({
    status: 'CANCELLED',
  });
});

test('config and webhooks: an endpoint is set, tested, and receives the events of a payout', async () => {
  const { payments, mock } = await start();
  const { url: webhookEndpoint, received } = await openEndpoint(mock.webhooks.publicKey);
  expect(await payments.config.get({})).not.toHaveProperty('webhookEndpoint');
  const config = await payments.config.update({ webhookEndpoint });
  expect(await payments.config.get({})).toEqual(config);
  expect(await payments.sandbox.sendTestWebhook({})).toMatchObject({
    url: webhookEndpoint,
    response_status: 200,
    response_body: 'seen',
  });
  const { id: customerId } = mock.add.customer();
  const { id: source } = mock.add.internalAccount({ customerId, available: 1000 });
  const { id: destination } = mock.add.externalAccount({ customerId });
  await mock.webhooks.flush();
  const before = received.length;
  const sent = await payments.transfers.createOut({
    source: { accountId: source },
    destination: { accountId: destination },
    amount: 400,
  });
  await mock.webhooks.flush();
  const kinds = received.slice(before).map(({ raw }) => JSON.parse(raw.toString()));
  const ofPayments = kinds.filter(({ type }) => type.startsWith('OUTGOING_PAYMENT.'));
  expect(ofPayments.map(({ type, data }) => [type, data.id])).toEqual([
    ['OUTGOING_PAYMENT.PENDING', sent.id],
    ['OUTGOING_PAYMENT.COMPLETED', sent.id],
  ]);
  expect(mock.webhooks.deliveries.every(({ state }) => state === 'delivered')).toBe(true);
  const { raw, signature } = received.at(-1) ?? { raw: Buffer.of(), signature: '' };
  const flipped = Buffer.from(raw);
  flipped[10] = (flipped[10] ?? 0) ^ 1;
  const { publicKey } = mock.webhooks;
  const isGood = createVerify('sha256').update(flipped).verify(publicKey, signature, 'base64');
  expect(isGood).toBe(false);
});

test('rates, institutions and providers are listed', async () => {
  const { mock, payments } = await startPayingPlatform();
  const { data: rates } = await payments.exchangeRates.list({
    sourceCurrency: 'USD',
    destinationCurrency: ['EUR', 'MXN'],
    sendingAmount: 100_00,
  });
  expect(rates.map(({ destinationCurrency }) => destinationCurrency.code)).toEqual(['EUR', 'MXN']);
  const { data: banks } = await payments.discoveries.list({ country: 'MX' });
  expect(banks.every(({ country }) => country === 'MX')).toBe(true);
  expect(banks.length).toBeGreaterThan(0);
  for (let count = 0; count < 3; count += 1) mock.add.umaProvider();
  const names: unknown[] = [];
  for await (const { name } of payments.discoveries.listUmaProviders({ limit: 1 }))
    names.push(name);
  expect(names).toEqual(['Provider 3', 'Provider 2', 'Provider 1']);
  const vasp = mock.add.vasp();
  expect((await payments.discoveries.listVasps({})).data).toEqual([vasp]);
});
