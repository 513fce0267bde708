import type { OpenMock } from './open-mock.ts';

interface Money {
  readonly amount: number;
}

/** Prepares a cardholder's wallet with money, an active card on it, and ways to use the card. */
export function cardScene(api: OpenMock, available = 1000) {
  const { account } = api.mock.add.wallet({ available });
  const card = api.mock.add.card({ fundingSources: [account.id] });
  /** The body of a simulated use. */
  const use = (amount = 100, descriptor = 'COFFEE SHOP') => ({
    amount,
    currency: { code: 'USD' },
    merchant: { descriptor },
  });
  const simulate = (step: string, body: object) =>
    api.send('POST', `/sandbox/cards/${card.id}/simulate/${step}`, body);
  const authorize = (amount: number, descriptor?: string) =>
    simulate('authorization', use(amount, descriptor));
  const settle = (step: 'clearing' | 'return', cardTransactionId: unknown, amount: number) =>
    simulate(step, { cardTransactionId, amount });
  /** Returns the available and the total balance. */
  const funds = async () => {
    const search = `customerId=${account.customerId}`;
    const { body } = await api.send('GET', `/customers/internal-accounts?${search}`);
    const [found] = body.data as readonly { balance: Money; totalBalance: Money }[];
    return [found?.balance.amount, found?.totalBalance.amount];
  };
  /** Returns the card transactions, which no operation reads. */
  const uses = () =>
    (api.mock.panels().find(({ name }) => name === 'cardTransactions')?.records ??
      []) as readonly Readonly<Record<string, unknown>>[];
  return { account, card, use, simulate, authorize, settle, funds, uses };
}
