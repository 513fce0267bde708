import { createMock } from '../../src/index.ts';
import { openScene, type Scene } from './scene.ts';
import { settleDue, type Taken, takeStep } from './take-step.ts';

type Scenario = readonly (Partial<Taken> & Pick<Taken, 'kind'>)[];

/** Fixed walks in which each kind of step succeeds: refusals alone would prove nothing. */
export const scenarios: readonly Scenario[] = [
  [{ kind: 'fund' }, { kind: 'transferIn' }, { kind: 'transferOut' }, { kind: 'exchange' }],
  [{ kind: 'quote' }, { kind: 'execute' }, { kind: 'wait', amount: 10 }],
  [{ kind: 'walletQuote' }, { kind: 'execute' }, { kind: 'umaQuote' }],
  [{ kind: 'fundedQuote' }, { kind: 'payIn' }, { kind: 'wait', amount: 10 }],
  [{ kind: 'receive' }, { kind: 'approve' }],
  [{ kind: 'receive' }, { kind: 'reject' }],
  // The external account that ends in 005 keeps a transfer pending for 30 seconds.
  [{ kind: 'transferOut', pick: 3 }, { kind: 'cancel' }],
  [
    { kind: 'transferOut', pick: 3 },
    { kind: 'wait', amount: 40 },
  ],
  [{ kind: 'quote' }, { kind: 'confirm' }],
  [{ kind: 'use' }, { kind: 'advise', amount: 150 }, { kind: 'clear', amount: 150 }],
  [{ kind: 'use' }, { kind: 'clear' }, { kind: 'giveBack' }, { kind: 'reverse' }],
  [{ kind: 'useAtOnce' }, { kind: 'credit' }],
  [{ kind: 'freeze' }, { kind: 'freeze', amount: 1 }, { kind: 'rebind' }],
  [{ kind: 'strongQuote' }, { kind: 'authorize' }, { kind: 'wait', amount: 10 }],
  // The step makes a quote that waits, and executes it, every third time.
  [{ kind: 'agentQuotes', amount: 40 }, { kind: 'agentExecutes' }],
  [{ kind: 'agentQuotes', amount: 40, pick: 1 }],
  [{ kind: 'mint' }, { kind: 'burn' }, { kind: 'wait', amount: 40 }],
  [
    { kind: 'mint', pick: 16 },
    { kind: 'burn', pick: 16 },
    { kind: 'wait', amount: 40 },
  ],
  [
    { kind: 'mint', pick: 35 },
    { kind: 'burn', pick: 32 },
    { kind: 'wait', amount: 40 },
  ],
  [{ kind: 'agentPays', amount: 60 }, { kind: 'agentApproved' }],
  [{ kind: 'agentPays', amount: 60 }, { kind: 'agentRejected' }],
  [{ kind: 'verify', pick: 4 }],
  [{ kind: 'invite' }, { kind: 'claim' }, { kind: 'invite' }, { kind: 'withdraw', pick: 1 }],
];

const businessDocuments = [
  'CERTIFICATE_OF_INCORPORATION',
  'SHAREHOLDER_REGISTER',
  'TAX_RETURN',
  'DIRECTOR_REGISTRY',
  'UTILITY_BILL',
];

/** Verifies a complete business whose registration number decides the result. */
async function verifyBusiness({ mock, send }: Scene, registrationNumber: string): Promise<void> {
  const { id: customerId } = mock.add.customer({
    customerType: 'BUSINESS',
    address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
    businessInfo: {
      legalName: 'Ada Ltd',
      country: 'US',
      taxId: '12-3456789',
      incorporatedOn: '2001-02-03',
      countriesOfOperation: ['US'],
      registrationNumber,
    },
  });
  mock.add.beneficialOwner({ customerId });
  for (const documentType of businessDocuments) {
    mock.add.document({ documentHolder: customerId, documentType });
  }
  await send('POST', '/verifications', { customerId });
}

async function verifyPerson(
  { mock, send }: Scene,
  fields: { fullName?: string; birthDate?: undefined },
): Promise<void> {
  const { id } = mock.add.customer({ kycStatus: 'UNVERIFIED', ...fields });
  await send('POST', '/verifications', { customerId: id });
}

/** Proves that a pending wallet is the customer's own, which makes it ACTIVE. */
async function proveOwnership({ mock, send, customerId }: Scene): Promise<void> {
  const accountInfo = { accountType: 'SOLANA_WALLET', address: 'x' };
  const fields = {
    ...{ customerId, status: 'PENDING', currency: 'USDC', accountInfo },
    ownershipType: 'FIRST_PARTY',
  } as const;
  const path = `/customers/external-accounts/${mock.add.externalAccount(fields).id}`;
  await send('POST', `${path}/challenge`, { method: 'WALLET_SIGNATURE' });
  await send('POST', `${path}/verify`, { signature: 'sandbox-valid-signature' });
}

/** Pays to every outcome of a bank account, and lets a quote expire. */
async function payToEveryOutcome(scene: Scene): Promise<void> {
  const take = (kind: 'quote' | 'execute' | 'transferIn', pick: number, number: number) =>
    takeStep(scene, { kind, amount: 20, pick, isReplayed: false }, number);
  for (let pick = 0; pick < scene.inEuros.length; pick += 1) {
    await take('quote', pick, pick);
    const quotes = scene.names('quotes').length;
    await take('execute', Math.min(quotes, 8) - 1, 100 + pick);
  }
  await take('quote', 0, 200);
  for (let pick = 0; pick < scene.inDollars.length; pick += 1)
    await take('transferIn', pick, 300 + pick);
}

async function useCard({ mock, send }: Scene): Promise<void> {
  const { id } = mock.add.card({
    fundingSources: [mock.add.internalAccount({ available: 500 }).id],
  });
  const simulate = (verb: string, body: object) =>
    send('POST', `/sandbox/cards/${id}/simulate/${verb}`, body);
  const authorize = (descriptor: string) =>
    simulate('authorization', {
      amount: 40,
      currency: { code: 'USD' },
      merchant: { descriptor, mcc: '5411', country: 'US' },
    });
  await authorize('SHOP006');
  const use = await authorize('SHOP');
  await simulate('clearing', { cardTransactionId: use.body.id, amount: 10 });
}

/** Imports customers from a file that can be used, and from one that cannot. */
async function importCustomers(): Promise<string[]> {
  const mock = createMock({ authentication: 'off' });
  for (const row of ['INDIVIDUAL,Ada', 'ROBOT,X']) {
    const body = new FormData();
    body.set('file', new File([`customerType,fullName\n${row}\n`], 'a.csv', { type: 'text/csv' }));
    await mock.fetch(`${mock.connection.baseUrl}/customers/bulk/csv`, { method: 'POST', body });
    await mock.fetch(`${mock.connection.baseUrl}/config`);
  }
  return mock.events.map(({ type }) => type);
}

/** Executes a quote of a customer who has to authenticate strongly. */
async function askCustomer(): Promise<string[]> {
  const mock = createMock({ authentication: 'off', strongAuthenticationRegions: ['DE'] });
  const { id: customerId } = mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 100 });
  const body = {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: mock.add.externalAccount({ customerId }).id,
    },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 50,
    immediatelyExecute: true,
  };
  await mock.fetch(`${mock.connection.baseUrl}/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return mock.events.map(({ type }) => type);
}

/** Returns the types of event that the scenarios and the clock emit. */
export async function emittedKinds(): Promise<ReadonlySet<string>> {
  const scenes = scenarios.map((_, index) => openScene(`scenario ${index}`));
  for (const [index, scene] of scenes.entries()) {
    for (const [number, step] of (scenarios[index] ?? []).entries()) {
      await takeStep(scene, { amount: 100, pick: 0, isReplayed: false, ...step }, number);
    }
  }
  const [scene] = scenes;
  if (scene === undefined) throw new Error('The list of scenarios is empty.');
  for (const end of ['555', '002']) await verifyBusiness(scene, end);
  for (const fullName of ['Ada Byron', 'Ada Byron001', 'Ada Byron002']) {
    await verifyPerson(scene, { fullName });
  }
  await verifyPerson(scene, { birthDate: undefined });
  await proveOwnership(scene);
  await payToEveryOutcome(scene);
  await useCard(scene);
  for (const _round of [1, 2]) {
    scene.mock.clock.advance({ minutes: 20 });
    await settleDue(scene);
  }
  await scene.send('PATCH', '/config', { webhookEndpoint: 'http://localhost:1/webhooks' });
  const emitted = scenes.flatMap(({ mock }) => mock.events.map(({ type }) => type));
  return new Set([...emitted, ...(await importCustomers()), ...(await askCustomer())]);
}
