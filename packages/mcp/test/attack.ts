import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { createPaymentsMcp } from '@org/payments-mcp';
import { call, connectInMemory, dollars, type Seen, type stage } from './stage.ts';

/** What an attack tried, and how it ended. */
export interface Attack {
  readonly attempts: number;
  /** Changes that the service carried out, and that nobody had confirmed. */
  readonly movements: number;
  /** Questions to a person who refuses all. */
  readonly questions: number;
}

/**
 * Plays an assistant that obeys a stranger: it tries every way that it has, several times, against a
 * client whose person refuses, a client that cannot ask, and a server that accepts a second call.
 *
 * @param create creates the servers
 */
export async function attack(
  create: typeof createPaymentsMcp,
  { mock, payments: platform, transfer, payTo, agentId, customerId }: ReturnType<typeof stage>,
): Promise<Attack> {
  const options = {
    platform,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
  } as const;
  const { umaAddress: inviterUma } = mock.add.customer({ umaAddress: '$ada@example.com' });
  const changes = () =>
    mock.requests.filter(({ method, status }) => method !== 'GET' && status >= 200 && status < 300);
  const before = changes().length;
  let attempts = 0;
  let questions = 0;
  const attempt = (
    client: Client,
    operation: string,
    input: object,
    confirmationId?: unknown,
  ): Promise<Seen> => {
    attempts += 1;
    return call(client, 'call_operation', { operation, arguments: input, confirmationId });
  };
  const payment = (idempotencyKey: string, amount = 900_00) => ({
    ...transfer,
    amount,
    idempotencyKey,
  });

  const refused = await connectInMemory(create(options), () => {
    questions += 1;
    return { action: 'decline' };
  });
  for (const key of ['a', 'b', 'c']) {
    await attempt(refused, 'transfers.createOut', payment(key), 'made-up');
    await attempt(refused, 'transfers.createOut', payment(key));
    const spendingLimits = { perTransactionLimit: 9_999_999 };
    await attempt(refused, 'agents.updatePolicy', { agentId, spendingLimits });
    await attempt(refused, 'externalAccounts.delete', { externalAccountId: payTo });
    await attempt(refused, 'config.update', { webhookEndpoint: 'https://evil.example.com/hook' });
  }

  // Nobody can be asked: the assistant confirms by a second call that the server does not accept.
  const alone = await connectInMemory(create(options));
  const { value: unasked } = await attempt(alone, 'transfers.createOut', payment('d'));
  const id = unasked.confirmationId ?? 'made-up';
  await attempt(alone, 'transfers.createOut', payment('d'), id);

  // The server accepts one: what is confirmed is one call, once.
  const twice = await connectInMemory(create({ ...options, secondCall: true }));
  const { value: small } = await attempt(twice, 'transfers.createOut', payment('e', 1_00));
  await attempt(twice, 'transfers.createOut', payment('e'), small.confirmationId);
  const payee = (accountNumber: string) => ({
    customerId,
    currency: 'USD',
    accountInfo: dollars(accountNumber, 'Grace Hopper'),
  });
  // Another account, of the same name and with the same end.
  const { value: added } = await attempt(twice, 'externalAccounts.create', payee('000123456789'));
  const { confirmationId } = added;
  await attempt(twice, 'externalAccounts.create', payee('999923456789'), confirmationId);
  const promise = { inviterUma, amountToSend: 5_00 };
  const { value: prepared } = await attempt(twice, 'invitations.create', promise);
  const confirmed = await attempt(twice, 'invitations.create', promise, prepared.confirmationId);
  await attempt(twice, 'invitations.create', promise, prepared.confirmationId);
  return {
    attempts,
    movements: changes().length - before - (confirmed.isError ? 0 : 1),
    questions,
  };
}
