import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../../src/index.ts';
import { isSignedBy } from '../lab/endpoint.ts';
import { changesBetween, expectedOfChanges, expectedOfPostings } from '../lab/expected-events.ts';

type Json = Readonly<Record<string, unknown>>;

const suffixes = ['123456', '123002', '123004', '123005', '123006'];
const merchant = { descriptor: 'SHOP', mcc: '5411', country: 'US' };

/** A world with everything that changes state, and a way to send requests to it. */
function makeScene() {
  const mock = createMock({ authentication: 'off', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { id: fiat } = mock.add.internalAccount({ customerId, available: 5000 });
  const { account } = mock.add.wallet({ customerId, available: 3000 });
  const spare = mock.add.internalAccount({ customerId }).id;
  mock.add.card({ fundingSources: [fiat, account.id] });
  mock.add.card({ fundingSources: [account.id], state: 'FROZEN' });
  const externals = suffixes.map(
    (accountNumber) => mock.add.externalAccount({ customerId, accountNumber }).id,
  );
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS'],
      approvalThresholds: { currency: 'USD', amount: 50 },
    },
  });
  const businesses = ['001', '002', '003'].map((suffix) => {
    const businessInfo = { legalName: 'Acme', registrationNumber: `R${suffix}` };
    return mock.add.customer({ customerType: 'BUSINESS', businessInfo }).id;
  });
  mock.add.customer({ kycStatus: 'UNVERIFIED' });
  const send = async (method: string, path: string, body?: object, headers: object = {}) => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(500);
    return (await response.json()) as Json;
  };
  return { mock, send, fiat, spare, externals, agent, accessToken, businesses, wallet: account.id };
}

type Scene = ReturnType<typeof makeScene>;

function ids(mock: Mock, name: string): readonly string[] {
  const panel = mock.panels().find((each) => each.name === name);
  return (panel?.records ?? []).map((record) => (record as { id?: string; code: string }).id ?? '');
}

function codes(mock: Mock): readonly string[] {
  const panel = mock.panels().find((each) => each.name === 'invitations');
  return (panel?.records ?? []).map((record) => (record as { code: string }).code);
}

const pickOf = (all: readonly string[], pick: number) =>
  all[pick % Math.max(all.length, 1)] ?? 'X:0';

/** Both legs of a signed change, with the sandbox's stamp. */
async function sign({ send }: Scene, path: string, body: object) {
  const { requestId } = await send('PATCH', path, body);
  if (typeof requestId !== 'string') return;
  const headers = {
    'Request-Id': requestId,
    'Service-Wallet-Signature': 'sandbox-valid-signature',
  };
  await send('PATCH', path, body, headers);
}

interface Step {
  readonly kind: keyof typeof steps;
  readonly amount: number;
  readonly pick: number;
}

const uma = '$grace@wallet.example.com';
const transfer = (source: string, destination: string, amount: number) => ({
  source: { accountId: source },
  destination: { accountId: destination },
  amount,
});
const simulate = (card: string, verb: string) => `/sandbox/cards/${card}/simulate/${verb}`;

/** One step of each kind; what a step asks for may be refused. */
const steps = {
  fund: (s: Scene, amount: number) =>
    s.send('POST', `/sandbox/internal-accounts/${s.fiat}/fund`, { amount: amount + 1 }),
  in: (s: Scene, amount: number, pick: number) =>
    s.send('POST', '/transfer-in', transfer(pickOf(s.externals, pick), s.fiat, amount)),
  out: (s: Scene, amount: number, pick: number) =>
    s.send('POST', '/transfer-out', transfer(s.fiat, pickOf(s.externals, pick), amount)),
  reject: (s: Scene, _amount: number, pick: number) =>
    s.send('POST', `/transactions/${pickOf(ids(s.mock, 'transactions'), pick)}/reject`),
  use: (s: Scene, amount: number, pick: number) =>
    s.send('POST', simulate(pickOf(ids(s.mock, 'cards'), pick), 'authorization'), {
      amount,
      currency: { code: 'USD' },
      merchant,
    }),
  clear: (s: Scene, amount: number, pick: number) =>
    s.send('POST', simulate(pickOf(ids(s.mock, 'cards'), 0), 'clearing'), {
      cardTransactionId: pickOf(ids(s.mock, 'cardTransactions'), pick),
      amount,
    }),
  giveBack: (s: Scene, amount: number, pick: number) =>
    s.send('POST', simulate(pickOf(ids(s.mock, 'cards'), 0), 'return'), {
      cardTransactionId: pickOf(ids(s.mock, 'cardTransactions'), pick),
      amount,
    }),
  freeze: (s: Scene, amount: number, pick: number) =>
    sign(s, `/cards/${pickOf(ids(s.mock, 'cards'), pick)}`, {
      state: amount % 2 === 0 ? 'FROZEN' : 'ACTIVE',
    }),
  rebind: (s: Scene, amount: number, pick: number) =>
    sign(s, `/cards/${pickOf(ids(s.mock, 'cards'), pick)}`, {
      fundingSources: amount % 2 === 0 ? [s.wallet] : [s.wallet, s.spare],
    }),
  verify: (s: Scene, _amount: number, pick: number) =>
    s.send('POST', '/verifications', { customerId: pickOf(ids(s.mock, 'customers'), pick) }),
  invite: (s: Scene, amount: number) =>
    s.send('POST', '/invitations', {
      inviterUma: '$ada@pay.example.com',
      expiresAt: new Date(s.mock.clock.now() + (amount + 1) * 1000).toISOString(),
    }),
  claim: (s: Scene, _amount: number, pick: number) =>
    s.send('POST', `/invitations/${pickOf(codes(s.mock), pick)}/claim`, { inviteeUma: uma }),
  cancel: (s: Scene, _amount: number, pick: number) =>
    s.send('POST', `/invitations/${pickOf(codes(s.mock), pick)}/cancel`),
  agentPays: (s: Scene, amount: number, pick: number) =>
    s.send('POST', '/agents/me/transfer-out', transfer(s.fiat, pickOf(s.externals, pick), amount), {
      authorization: `Bearer ${s.accessToken}`,
    }),
  decide: (s: Scene, amount: number, pick: number) => {
    const action = pickOf(ids(s.mock, 'agentActions'), pick);
    const verb = amount % 2 === 0 ? 'approve' : 'reject';
    return s.send('POST', `/agents/${s.agent.id}/actions/${action}/${verb}`, {});
  },
  wait: (s: Scene, amount: number) => {
    s.mock.clock.advance({ seconds: amount });
    return s.send('GET', '/documents');
  },
} as const;

const idOf = (data: unknown) =>
  (data as { id?: string; code?: string }).id ?? (data as { code?: string }).code;

/** Makes one step and compares the events it emitted with those its changes call for. */
async function check(scene: Scene, { kind, amount, pick }: Step, owners: Map<string, string>) {
  const { mock } = scene;
  const before = mock.snapshot();
  const [events, postings, requests] = [mock.events, mock.ledger.postings(), mock.requests];
  await steps[kind](scene, amount, pick);
  const after = mock.snapshot();
  const logged = mock.requests.slice(requests.length).flatMap(({ changes }) => changes);
  const changes = kind === 'wait' ? changesBetween(before, after) : logged;
  const expected = [
    ...expectedOfChanges(changes, after),
    ...expectedOfPostings(mock.ledger.postings().slice(postings.length), owners),
  ];
  const emitted = mock.events.slice(events.length).map(({ type, data }) => `${type} ${idOf(data)}`);
  expect(emitted.sort(), kind).toEqual(expected.sort());
}

const anyStep = fc.record({
  kind: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
  amount: fc.integer({ min: 0, max: 120 }),
  pick: fc.nat(30),
});

test('rule 93: each change of state emits exactly one event of its kind, delivered once and signed', async () => {
  const kinds = new Set<string>();
  const run = async (walk: readonly Step[]) => {
    const scene = makeScene();
    const { mock } = scene;
    const delivered: { raw: Uint8Array; signature: string }[] = [];
    const seen = mock.events.length;
    mock.deliverTo(async (request) => {
      const signature = request.headers.get('x-service-signature') ?? '';
      delivered.push({ raw: new Uint8Array(await request.arrayBuffer()), signature });
      return new Response(null, { status: 202 });
    });
    const owners = new Map<string, string>();
    for (const step of walk) await check(scene, step, owners);
    await mock.webhooks.flush();
    const emitted = mock.events.slice(seen);
    const received = delivered.map(({ raw }) => JSON.parse(new TextDecoder().decode(raw)).id);
    expect(received.sort()).toEqual(emitted.map(({ id }) => id).sort());
    for (const { type } of emitted) kinds.add(type);
    for (const [index, { raw, signature }] of delivered.entries()) {
      expect(isSignedBy(mock.webhooks.publicKey, raw, signature)).toBe(true);
      const at = (index * 7) % raw.length;
      raw[at] = (raw[at] ?? 0) ^ 1;
      expect(isSignedBy(mock.webhooks.publicKey, raw, signature)).toBe(false);
    }
  };
  const walks = fc.array(anyStep, { minLength: 30, maxLength: 60, size: 'max' });
  await fc.assert(fc.asyncProperty(walks, run), { numRuns: 25 });
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining([
      'AGENT_ACTION.PENDING_APPROVAL',
      'CARD.STATE_CHANGE',
      'CARD_TRANSACTION.AUTHORIZED',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      'OUTGOING_PAYMENT.COMPLETED',
      'OUTGOING_PAYMENT.FAILED',
    ]),
  );
}, 240_000);
