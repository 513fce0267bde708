import type { Scene } from './scene.ts';

/** A request of a step. */
export interface Ask {
  readonly path: string;
  readonly method?: 'PATCH';
  readonly body?: object;
  readonly bearer?: string;
  /** Whether it is sent as both legs of a signed retry. */
  readonly isSigned?: true;
}

type Step = (scene: Scene, amount: number, pick: number) => Ask;

const addresses = ['$success.usd', '$pending.long.usd', '$fail.compliance.usd'];
const descriptors = ['SHOP', 'SHOP002', 'SHOP005', 'SHOP006'];
/** A step picks among the last records of a table, because most older ones have ended. */
const RECENT = 8;

function at(items: readonly string[], pick: number): string {
  return items[pick % Math.max(1, items.length)] ?? 'None:0';
}

const recent = ({ names }: Scene, table: string, pick: number) =>
  at(names(table).slice(-RECENT), pick);
const sandbox = (pick: number) => `${at(addresses, pick)}@sandbox.example.com`;
const fromAccount = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId });
const toAccount = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId });
const locked = (amount: number, pick: number) => ({
  lockedCurrencySide: pick % 2 === 0 ? 'SENDING' : 'RECEIVING',
  lockedCurrencyAmount: amount,
});
const transfer = (from: string, to: string, amount: number) => ({
  source: { accountId: from },
  destination: { accountId: to },
  amount,
});

function quote(source: object, destination: object, amount: number, pick: number): Ask {
  return { path: '/quotes', body: { source, destination, ...locked(amount, pick) } };
}

/** Creates a step that decides about a payment, a quote or an action. */
const onPayment =
  (verb: string): Step =>
  (scene, _amount, pick) => ({
    path: `/transactions/${recent(scene, 'transactions', pick)}/${verb}`,
    body: {},
  });

const card = ({ names }: Scene, pick: number) => at(names('cards'), pick);

/** Creates a step that uses a card. */
const onCard =
  (verb: string): Step =>
  (scene, amount, pick) => ({
    path: `/sandbox/cards/${card(scene, pick)}/simulate/${verb}`,
    body: {
      amount,
      currency: { code: 'USD' },
      merchant: { descriptor: at(descriptors, pick), mcc: '5411', country: 'US' },
    },
  });

/** Creates a step that continues the use of a card. */
const onUse =
  (verb: string, hasAmount = true): Step =>
  (scene, amount, pick) => ({
    path: `/sandbox/cards/${card(scene, pick >> 3)}/simulate/${verb}`,
    body: {
      cardTransactionId: recent(scene, 'cardTransactions', pick),
      ...(hasAmount ? { amount } : {}),
    },
  });

const decide =
  (verb: string): Step =>
  (scene, _amount, pick) => ({
    path: `/agents/${scene.agentId}/actions/${recent(scene, 'agentActions', pick)}/${verb}`,
    body: {},
  });

const changeCard =
  (fieldsOf: (scene: Scene, amount: number) => object): Step =>
  (scene, amount, pick) => ({
    path: `/cards/${card(scene, pick)}`,
    method: 'PATCH',
    isSigned: true,
    body: fieldsOf(scene, amount),
  });

/** Digits of an amount of a stablecoin with six decimals, in whole cents. */
const digits = (amount: number) => `${amount}0000`;

/** Every kind of request that moves money or changes a state. Many are refused; none may break. */
export const steps = {
  fund: ({ dollars }, amount) => ({
    path: `/sandbox/internal-accounts/${dollars}/fund`,
    body: { amount: amount + 1 },
  }),
  transferIn: ({ inDollars, dollars }, amount, pick) => ({
    path: '/transfer-in',
    body: transfer(at(inDollars, pick), dollars, amount),
  }),
  transferOut: ({ inDollars, dollars }, amount, pick) => ({
    path: '/transfer-out',
    body: transfer(dollars, at(inDollars, pick), amount),
  }),
  quote: ({ dollars, inEuros }, amount, pick) =>
    quote(fromAccount(dollars), toAccount(at(inEuros, pick)), amount, pick),
  walletQuote: ({ wallet, inEuros }, amount, pick) =>
    quote(fromAccount(wallet), toAccount(at(inEuros, pick)), amount, pick),
  umaQuote: ({ dollars }, amount, pick) => {
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: sandbox(pick) };
    return quote(fromAccount(dollars), destination, amount, pick);
  },
  fundedQuote: ({ customerId, inEuros }, amount, pick) => {
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId };
    return quote(source, toAccount(at(inEuros, pick)), amount, pick);
  },
  strongQuote: ({ authenticated, germanPayees }, amount, pick) => ({
    path: '/quotes',
    body: {
      source: fromAccount(authenticated),
      destination: toAccount(at(germanPayees, pick)),
      ...locked(amount, pick),
      immediatelyExecute: true,
    },
  }),
  authorize: (scene, _amount, pick) => ({
    path: `/quotes/${recent(scene, 'quotes', pick)}/authorize`,
    body: { code: '123456' },
  }),
  exchange: ({ dollars, euros }, amount, pick) => ({
    path: '/quotes',
    body: {
      source: fromAccount(dollars),
      destination: toAccount(euros),
      ...locked(amount, pick),
      immediatelyExecute: true,
    },
  }),
  execute: (scene, _amount, pick) => ({ path: `/quotes/${recent(scene, 'quotes', pick)}/execute` }),
  payIn: (scene, amount, pick) => {
    const exact = pick % 3 === 0 ? {} : { currencyAmount: amount };
    const quoteId = recent(scene, 'quotes', pick);
    return { path: '/sandbox/send', body: { quoteId, currencyCode: 'USD', ...exact } };
  },
  receive: ({ customerId }, amount, pick) => ({
    path: '/sandbox/uma/receive',
    body: {
      senderUmaAddress: sandbox(pick),
      customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: amount,
    },
  }),
  approve: onPayment('approve'),
  reject: onPayment('reject'),
  cancel: onPayment('cancel'),
  confirm: onPayment('confirm'),
  use: onCard('authorization'),
  useAtOnce: onCard('financial_authorization'),
  credit: onCard('financial_credit_authorization'),
  clear: onUse('clearing'),
  giveBack: onUse('return'),
  advise: onUse('authorization_advice'),
  reverse: onUse('return_reversal', false),
  freeze: changeCard((_scene, amount) => ({ state: amount % 2 === 0 ? 'FROZEN' : 'ACTIVE' })),
  rebind: changeCard(({ wallet, spare, dollars }, amount) => ({
    fundingSources: amount % 2 === 0 ? [dollars, wallet] : [dollars, spare],
  })),
  agentPays: ({ dollars, inDollars, accessToken }, amount, pick) => ({
    path: '/agents/me/transfer-out',
    body: transfer(dollars, at(inDollars, pick), amount),
    bearer: accessToken,
  }),
  agentQuotes: ({ dollars, inEuros, accessToken }, amount, pick) => ({
    path: '/agents/me/quotes',
    body: {
      source: fromAccount(dollars),
      destination: toAccount(at(inEuros, pick)),
      ...locked(amount, pick),
      immediatelyExecute: pick % 3 !== 0,
    },
    bearer: accessToken,
  }),
  agentExecutes: (scene, _amount, pick) => ({
    path: `/agents/me/quotes/${recent(scene, 'quotes', pick)}/execute`,
    bearer: scene.accessToken,
  }),
  agentApproved: decide('approve'),
  agentRejected: decide('reject'),
  mint: ({ stablecoinId, reserve, banks, issued }, amount, pick) => {
    const externalAccountId = at(banks, pick);
    const sources = [
      { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: reserve },
      { type: 'WIRE' },
      { type: 'ACH_DEBIT', externalAccountId },
      { type: 'SAME_DAY_ACH_DEBIT', externalAccountId },
    ];
    const fundingSource = sources[(pick >> 4) % sources.length];
    const destination = { accountId: at(issued, pick) };
    const path = `/stablecoins/${stablecoinId}/mints`;
    return { path, body: { amount: digits(amount), fundingSource, destination } };
  },
  burn: ({ stablecoinId, banks, issued }, amount, pick) => {
    const sources = [
      { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: at(issued, pick) },
      { type: 'EXTERNAL_ACCOUNT' },
      { type: 'PROVIDER_INTERNAL_BALANCE' },
    ];
    const source = sources[(pick >> 4) % sources.length];
    const externalAccountId = at(banks, pick);
    const destination = { type: 'EXTERNAL_ACCOUNT', externalAccountId, rail: 'WIRE' };
    const path = `/stablecoins/${stablecoinId}/burns`;
    return { path, body: { amount: digits(amount), source, destination } };
  },
  verify: ({ names }, _amount, pick) => ({
    path: '/verifications',
    body: { customerId: at(names('customers'), pick) },
  }),
  invite: ({ mock }, amount) => ({
    path: '/invitations',
    body: {
      inviterUma: '$ada@pay.example.com',
      expiresAt: new Date(mock.clock.now() + (amount + 1) * 1000).toISOString(),
    },
  }),
  claim: (scene, _amount, pick) => ({
    path: `/invitations/${recent(scene, 'invitations', pick)}/claim`,
    body: { inviteeUma: '$grace@wallet.example.com' },
  }),
  withdraw: (scene, _amount, pick) => ({
    path: `/invitations/${recent(scene, 'invitations', pick)}/cancel`,
  }),
} as const satisfies Readonly<Record<string, Step>>;

/** A kind of step; `wait` lets time pass. */
export type Kind = keyof typeof steps | 'wait';

export const kinds = [...Object.keys(steps), 'wait'] as readonly Kind[];
