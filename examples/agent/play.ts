import { type Connection, createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { type VerifiedCustomer, verifiedCustomer } from '../verified-customer.ts';
import { type Invoice, payInvoice } from './bookkeeper.ts';
import { inviteAgent, reviewApprovals } from './platform.ts';

const invoices: readonly (Omit<Invoice, 'payTo'> & { readonly from: string })[] = [
  { from: 'a month of hosting', amount: 150_00 },
  { from: 'a new chair', amount: 400_00 },
  { from: 'a machine', amount: 600_00 },
  { from: 'a printer', amount: 500_00 },
];

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** The customer of the agent: its account, and the account of the payee. */
interface Customer extends VerifiedCustomer {
  readonly payTo: string;
}

/** Plays the platform and its agent against a mock over HTTP; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const mock = createMock();
  const server = await listen(mock, { port: 0 });
  try {
    const payments = createPaymentsClient(server.connection);
    const customer = await verifiedCustomer(payments, mock.clock, 'USD', 2_000_00);
    const { id: payTo } = await payments.externalAccounts.create({
      customerId: customer.customerId,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000123456',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
      },
    });
    await playWith(server.connection, { ...customer, payTo }, print);
  } finally {
    await server.close();
  }
}

async function playWith(
  connection: Connection,
  { customerId, accountId, payTo }: Customer,
  print: (line: string) => void,
): Promise<void> {
  const { baseUrl } = connection;

  // On the platform's server.
  const payments = createPaymentsClient(connection);
  const { agentId, deviceCode } = await inviteAgent(payments, customerId, accountId);

  // On the agent's machine. Keep the token: the service returns it once.
  const vault = new Map<string, string>();
  const agent = await createAgentClient.fromDeviceCode(deviceCode, {
    baseUrl,
    onRedeemed: (redeemed) => void vault.set(redeemed.agentId, redeemed.accessToken),
  });
  const { name, policy } = await agent.me.get();
  print(`${name} may spend ${dollars(policy.spendingLimits.dailyLimit ?? 0)} a day`);

  const waitingActions: string[] = [];
  for (const [number, { from, amount }] of invoices.entries()) {
    const invoice = { payTo, amount };
    const paid = await payInvoice(agent, accountId, invoice, `invoice-${number}`);
    print(`${from}, ${dollars(amount)}: ${paid.outcome}`);
    if (paid.outcome === 'waits for approval' && paid.actionId !== undefined) {
      waitingActions.push(paid.actionId);
    }
  }

  const approved = await reviewApprovals(payments, agentId, 400_00);
  print(`the platform approved ${approved} of ${waitingActions.length}`);
  for (const actionId of waitingActions) {
    const { status, transaction } = await agent.waitFor.action({ actionId });
    print(`${status}${transaction === undefined ? '' : `, its payment is ${transaction.status}`}`);
  }
  const { usage } = await agent.me.get();
  print(`spent today: ${dollars(usage.dailySpend)} in ${usage.dailyTransactionCount} payments`);

  await payments.agents.update({ agentId, isPaused: true });
  const late = { payTo, amount: 1_00 };
  const refused = await payInvoice(agent, accountId, late, 'late').catch((error: Error) => error);
  print(`while it is paused: ${refused instanceof Error ? refused.message : refused.outcome}`);
}
