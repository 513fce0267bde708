import { accountVariants, decimalsOf, findOperation } from '@org/payments-contract';
import { echoesOf } from '@org/payments-contract/internal/schema';
import { expect } from 'vitest';
import { railsOf } from '../../src/areas/quotes/instructions.ts';
import type { Mock } from '../../src/index.ts';

type Shown = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

/** Values of which an action, an event or a response shows what they were. */
const moving = 'status state updatedAt settledAt policy usage amountInUsd'.split(' ');

const idOf = (data: unknown) => Object(data).id as unknown;

const isBefore = (left: unknown, right: unknown) => Date.parse(`${left}`) <= Date.parse(`${right}`);

/** Checks the remainder of digits by their weights, in turn. */
const sumsTo = (weights: readonly number[], base: number) => (digits: string) =>
  [...digits].reduce((sum, each, at) => sum + Number(each) * (weights[at % 3] ?? 0), 0) % base ===
  0;

/** Whether the check digits of an IBAN are those of its account. */
const isIban = (iban: string) =>
  [...`${iban.slice(4)}${iban.slice(0, 4)}`].reduce(
    (rest, each) => Number(`${rest}${Number.parseInt(each, 36)}`) % 97,
    0,
  ) === 1;

const bankName = { bankName: /^Example Sandbox Bank$/ };

/** What is shown of an account to pay to, by its type. */
const payable: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  USD_ACCOUNT: { accountNumber: /^\d{12}$/, routingNumber: /^\d{9}$/, ...bankName },
  EUR_ACCOUNT: { iban: /^DE\d{20}$/ },
  GBP_ACCOUNT: { sortCode: /^\d{6}$/, accountNumber: /^\d{8}$/ },
  MXN_ACCOUNT: { clabeNumber: /^\d{18}$/ },
  BRL_ACCOUNT: { qrCode: /^000201/ },
  INR_ACCOUNT: { vpa: /^[\w.]+@\w+$/ },
  PHP_ACCOUNT: { accountNumber: /^\d{12}$/, ...bankName },
  NGN_ACCOUNT: { accountNumber: /^\d{10}$/, ...bankName },
  SOLANA_WALLET: { address: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/, assetType: /^USD[CT]$/ },
  BASE_WALLET: { address: /^0x[\da-f]{40}$/, assetType: /^USDC$/ },
  ETHEREUM_WALLET: { address: /^0x[\da-f]{40}$/, assetType: /^USD[CT]$/ },
  PLASMA_WALLET: { address: /^0x[\da-f]{40}$/, assetType: /^USDT$/ },
  TRON_WALLET: { address: /^T[1-9A-HJ-NP-Za-km-z]{33}$/, assetType: /^USDT$/ },
  POLYGON_WALLET: { address: /^0x[\da-f]{40}$/, assetType: /^USDC$/ },
  SPARK_WALLET: {
    address: /^spark1[\da-z]+$/,
    assetType: /^(USDB|BTC)$/,
    invoice: /^lnbc1[\da-z]+$/,
  },
  LIGHTNING: { invoice: /^lnbc1[\da-z]+$/ },
  BITCOIN_L1: { address: /^bc1q[\da-z]{38}$/, network: /^BITCOIN$/ },
  EMBEDDED_WALLET: { payloadToSign: /^\{/ },
};

/** Checks that an account to pay to has each detail of its type, which a bank would accept. */
function expectPayable(info: Shown, notes: unknown): void {
  const { accountType, paymentRails, reference, ...details } = info as Readonly<
    Record<string, string>
  >;
  const forms = Object.entries(payable[`${accountType}`] ?? {});
  expect(details).toEqual(
    Object.fromEntries(forms.map(([name, form]) => [name, expect.stringMatching(form)])),
  );
  const { iban, routingNumber, clabeNumber } = details;
  if (iban !== undefined) expect(isIban(iban), iban).toBe(true);
  if (routingNumber !== undefined) expect(sumsTo([3, 7, 1], 10)(routingNumber)).toBe(true);
  if (clabeNumber !== undefined) expect(clabeNumber).toSatisfy(sumsTo([3, 7, 1], 10));
  if (!`${accountType}`.endsWith('_ACCOUNT')) return;
  expect([paymentRails !== undefined, reference, notes]).toEqual([
    true,
    expect.stringMatching(/^FUND-\w+$/),
    expect.stringContaining('reference'),
  ]);
}

function expectCurrency({ code, name, symbol, decimals }: Shown): void {
  if (typeof code !== 'string' || name === undefined) return;
  expect([code, decimals]).toEqual([code, decimalsOf(code) ?? 2]);
  if (!/^(?!BTC)[A-Z]{3}$/.test(code)) return;
  const shown = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  expect({ code, name, symbol }).toEqual({
    code,
    name: new Intl.DisplayNames('en', { type: 'currency' }).of(code),
    symbol: new Intl.NumberFormat('en', shown).formatToParts(0)[0]?.value,
  });
}

function expectEcho(sent: unknown, shown: unknown, place: string): void {
  if (isObject(sent) && isObject(shown)) {
    for (const [name, part] of Object.entries(sent)) {
      if (Array.isArray(sent) && sent.length !== Object.keys(shown).length) return;
      if (name in shown) expectEcho(part, shown[name], `${place}.${name}`);
    }
  } else if (typeof sent === typeof shown && typeof sent !== 'object') {
    expect([place, shown]).toEqual([place, typeof sent === 'string' ? sent.trim() : sent]);
  }
}

const valueAt = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);

/** Checks that a result has each field of the request that its schema has. */
function expectWhole(mock: Mock, sent: unknown, body: Shown): void {
  const { operation = '', notes = [] } = mock.requests.at(-1) ?? {};
  const { row } = findOperation(operation) ?? {};
  const isReplaced = notes.some((note) => note.startsWith('A fault replaced'));
  if (row === undefined || isReplaced || 'payloadToSign' in body) return;
  const lost = echoesOf(row).filter(
    ({ sent: path, shown }) =>
      typeof shown === 'string' &&
      (valueAt(sent, path) ?? '') !== '' &&
      valueAt(body, shown) === undefined,
  );
  expect([operation, lost.map(({ sent: path }) => path)]).toEqual([operation, []]);
}

/** Checks a page of a list: there is a next one, or the number of records is known. */
function expectPage({ data, hasMore, nextCursor, totalCount }: Shown, isFirst: boolean): void {
  if (!Array.isArray(data) || hasMore === undefined) return;
  expect(nextCursor !== undefined).toBe(hasMore);
  if (totalCount === undefined) return;
  if (isFirst && hasMore === false) expect(totalCount).toBe(data.length);
  else expect(totalCount).toBeGreaterThanOrEqual(data.length + (isFirst ? 1 : 0));
}

/** The statuses in which alone a field is shown. */
const shownIn: Readonly<Record<string, RegExp>> = {
  rejectionReason: /^REJECTED$/,
  failureReason: /^(FAILED|REJECTED|EXPIRED)$/,
  refund: /^(FAILED|REJECTED)$/,
  claimedAt: /^CLAIMED$/,
  declineReason: /^EXCEPTION$/,
  scaChallenge: /^PENDING_AUTHORIZATION$/,
};

/** Checks what an account, a mint or burn, a quote, an import, an agent's token and a verification tell of others. */
function expectKinship(shown: Shown, at: string, find: (id: unknown) => Shown): void {
  const { fundingPaymentInstructions: ways, customerId, errors, claimedAt } = shown;
  for (const { isPlatformAccount } of (ways ?? []) as readonly Shown[]) {
    expect([at, isPlatformAccount]).toEqual([at, customerId === undefined ? true : undefined]);
  }
  const { stablecoinProviderAccountId: linkId, agentId, agentName } = shown;
  const { provider, providerEnvironment } = { ...shown, ...find(linkId) };
  if (linkId !== undefined) expect(shown).toMatchObject({ provider, providerEnvironment });
  if ('fundingInstructions' in shown) {
    expect(Date.parse(`${shown.expiresAt}`) - Date.parse(`${shown.createdAt}`)).toBe(86_400_000);
  }
  for (const [field, statuses] of Object.entries(shownIn)) {
    if (shown[field] !== undefined && 'status' in shown) {
      expect([at, field, shown.status]).toEqual([at, field, expect.stringMatching(statuses)]);
    }
  }
  const { paymentInstructions: paidTo, reconciliationInstructions: matched } = shown;
  for (const { accountOrWalletInfo } of (paidTo ?? []) as readonly Shown[]) {
    const { reference } = Object(accountOrWalletInfo);
    if (reference && matched) expect([at, matched]).toMatchObject([at, { reference }]);
  }
  const { operationType, destination, source, progress, completedAt } = shown;
  if (operationType !== undefined) {
    const isPaidOut = 'rail' in Object(destination);
    expect([at, isPaidOut]).toEqual([at, operationType === 'BURN']);
  }
  if (progress !== undefined) {
    const hasEnded = /^(COMPLETED|FAILED)$/.test(`${shown.status}`);
    expect([at, completedAt !== undefined]).toEqual([at, hasEnded]);
  }
  if ('totalSendingAmount' in shown && Object(source).accountId !== undefined) {
    const { accountId, customerId: payer } = source as Shown;
    expect([at, payer]).toEqual([at, find(accountId).customerId]);
  }
  const { name, policy } = find(agentId);
  if (agentName !== undefined) expect(shown).toMatchObject({ agentName: name, policy });
  if ('inviteeUma' in shown) expect(claimedAt).toBeDefined();
  if (!('verificationStatus' in shown)) return;
  for (const { type, field, reason, acceptedDocumentTypes: documents } of errors as Shown[]) {
    const named = type === 'MISSING_FIELD' ? [field] : ((documents ?? []) as unknown[]);
    for (const each of named)
      expect([at, reason]).toEqual([at, expect.stringContaining(`${each}`)]);
    expect([at, reason]).toEqual([at, expect.stringMatching(/^\S.{15,}\.$/)]);
    expect([at, field !== undefined]).toEqual([at, /^(MISSING|INVALID)_FIELD$/.test(`${type}`)]);
  }
}

/** Checks that an event told each state of a payment that began with one, which is under way before it is completed. */
function expectTold({ events }: Mock, { id, type, status, refund }: Shown): void {
  if (type !== 'INCOMING' && type !== 'OUTGOING') return;
  const own = events.filter(({ data }) => idOf(data) === id).map((event) => event.type);
  // An incoming payment that is under way has no event of it.
  const isSilent = type === 'INCOMING' && status === 'PROCESSING';
  if (isSilent || !own.includes(`${type}_PAYMENT.PENDING`)) return;
  const told = [
    status === 'REJECTED' ? 'FAILED' : status,
    ...(type === 'OUTGOING' && status === 'COMPLETED' ? ['PROCESSING'] : []),
    ...(refund === undefined ? [] : [`REFUND_${(refund as Shown).status}`]),
  ];
  expect(own).toEqual(expect.arrayContaining(told.map((kind) => `${type}_PAYMENT.${kind}`)));
}

/**
 * Checks what holds for everything that a mock shows: a thing looks the same wherever it is shown,
 * times follow each other, a currency has its name, and where to pay is a place that exists.
 */
export function expectTruths(mock: Mock, value: unknown, place: string): void {
  const records = mock.panels().flatMap((panel) => panel.records as Shown[]);
  const all = new Map(records.map((each) => [each.id ?? each, each]));
  const now = new Date(mock.clock.now()).toISOString();
  const keys = records.flatMap(({ publicKey = [] }) => publicKey);
  expect(new Set(keys).size, 'public keys').toBe(keys.length);
  const look = (shown: unknown, at: string): void => {
    if (!isObject(shown)) return;
    for (const [name, part] of Object.entries(shown)) look(part, `${at}.${name}`);
    const record = all.get(shown.id ?? '') ?? {};
    for (const [name, part] of Object.entries(shown)) {
      if (name in record && name !== 'transaction' && !moving.includes(name)) {
        const own = record[name];
        // Known only once the payment is completed.
        const same = isObject(own) && 'transactionHash' in own ? { reference: own.reference } : own;
        expect({ at, [name]: part }).toMatchObject({ [name]: same });
      }
    }
    for (const [name, time] of Object.entries(shown)) {
      const isBetween =
        isBefore(record.createdAt, time) && (name === 'expiresAt' || isBefore(time, now));
      if (record.createdAt !== undefined && /^(?!receipt).+At$/.test(name)) {
        expect([at, name, time, now]).toSatisfy(() => isBetween);
      }
    }
    const owner = all.get(shown.customerId ?? '')?.platformCustomerId;
    if (owner !== undefined && 'customerId' in shown) {
      expect([at, shown.platformCustomerId ?? owner]).toEqual([at, owner]);
    }
    expectCurrency(shown);
    expectTold(mock, shown);
    expectKinship(shown, at, (id) => all.get(id ?? '') ?? {});
    const { accountOrWalletInfo, instructionsNotes, paymentRails } = shown;
    if (paymentRails !== undefined && `${shown.accountType}` in accountVariants) {
      expect([at, paymentRails]).toEqual([at, railsOf(shown as never)]);
    }
    if (isObject(accountOrWalletInfo)) expectPayable(accountOrWalletInfo, instructionsNotes);
  };
  look(value, place);
}

export function birthsOf(mock: Mock): ReadonlyMap<unknown, unknown> {
  const records = mock.panels().flatMap((panel) => panel.records as Shown[]);
  return new Map(records.map(({ code, id = code, createdAt }) => [id, createdAt]));
}

export function expectSameBirths(mock: Mock, before: ReadonlyMap<unknown, unknown>): void {
  for (const [id, createdAt] of birthsOf(mock)) {
    if (id !== undefined && before.has(id)) expect([id, createdAt]).toEqual([id, before.get(id)]);
  }
}

export function expectTrueResult(
  mock: Mock,
  {
    sent,
    path,
    status,
  }: { readonly sent: unknown; readonly path: string; readonly status: number },
  body: Shown,
): void {
  expectTruths(mock, body, path);
  const given = sent instanceof FormData ? Object.fromEntries(sent) : sent;
  expectEcho(given, { ...body, ...(body.agent as Shown) }, path);
  expectWhole(mock, given, body);
  expectPage(body, !path.includes('cursor='));
  const isKnown = mock
    .panels()
    .some(({ records }) => records.some((each) => (each as Shown).id === body.id));
  if (body.createdAt !== undefined) expect([path, body.id, isKnown]).toEqual([path, body.id, true]);
  if (status !== 201 || body.createdAt === undefined) return;
  expect([path, body.createdAt]).toEqual([path, new Date(mock.clock.now()).toISOString()]);
}
