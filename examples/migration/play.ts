import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import * as after from './after.ts';
import * as before from './before.ts';

/** A service with a payer, whose first response to a payment is lost. */
async function open() {
  const mock = createMock({ seed: 'migration', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { id: from } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const { id: to } = mock.add.externalAccount({ customerId });
  for (let count = 0; count < 120; count += 1) mock.add.transaction({ customerId });
  const { account } = mock.add.wallet({ customerId });
  const { id: card } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  mock.faults.add({ operation: 'transfers.createOut', times: 1, effect: { kind: 'lose-reply' } });
  return { mock, server: await listen(mock, { port: 0 }), customerId, from, to, card, sessionKey };
}

const paid = (mock: Mock) => mock.eventsOf('OUTGOING_PAYMENT.COMPLETED').length;

/** Does the same work by hand and with the SDK; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const old = await open();
  try {
    const { connection } = old.server;
    print(`by hand: ${(await before.paymentIds(connection, old.customerId)).length} payments`);
    const payOut = () => before.payOut(connection, old.from, old.to, 100_00);
    await payOut().catch(async () => {
      print('by hand: the connection broke. Was it paid? Trying again …');
      await payOut();
    });
    print(`by hand: paid ${paid(old.mock)} times`);
    const stamp = (payload: string) => old.sessionKey.stamp(payload);
    print(`by hand: the card is ${await before.freezeCard(connection, old.card, stamp)}`);
  } finally {
    await old.server.close();
  }

  const own = await open();
  try {
    const payments = createPaymentsClient(own.server.connection);
    print(`with the SDK: ${(await after.paymentIds(payments, own.customerId)).length} payments`);
    await after.payOut(payments, own.from, own.to, 100_00, 'order-1');
    print(`with the SDK: paid ${paid(own.mock)} time`);
    const state = await after.freezeCard(payments, own.card, own.sessionKey);
    print(`with the SDK: the card is ${state}`);
  } finally {
    await own.server.close();
  }
}
