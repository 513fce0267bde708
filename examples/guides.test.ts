import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMock } from '@org/payments-mock';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { payInvoice } from './agent/bookkeeper.ts';
import { reviewApprovals } from './agent/platform.ts';
import { play as playAgent } from './agent/play.ts';
import { play as playCard } from './card/play.ts';
import { play as playMigration } from './migration/play.ts';
import { play as playOnboarding } from './onboarding/play.ts';
import { play as playPayout } from './payout/play.ts';
import { play as playStrongAuthentication } from './strong-authentication/play.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guides = [
  'onboarding',
  'payout',
  'strong-authentication',
  'card',
  'agent',
  'migration',
] as const;

function runGuide(guide: string) {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, 'scripts/guide.ts', guide],
    { cwd: root, encoding: 'utf8' },
  );
  return { stdout, stderr, status };
}

/** What a guide writes. */
async function linesOf(play: typeof playCard): Promise<string[]> {
  const lines: string[] = [];
  await play((line) => lines.push(line));
  return lines;
}

test('a guide runs as a program', () => {
  expect(runGuide('card')).toEqual({
    stdout: expect.stringContaining('another coffee: CARD_PAUSED'),
    stderr: '',
    status: 0,
  });
  expect(runGuide('../card')).toMatchObject({ stdout: '', status: 2 });
  expect(runGuide('cards')).toMatchObject({ stdout: '', status: 2 });
});

test.each(guides)('the page of the guide %s shows its code and how to run it', (guide) => {
  const page = readFileSync(`${root}examples/${guide}/README.md`, 'utf8');
  expect(page).toContain(`npm run guide ${guide}`);
  const shown = [...page.matchAll(/^```ts \[(\S+)\]$/gm)].map(([, file]) => file);
  expect(shown.length).toBeGreaterThan(0);
  expect(readdirSync(`${root}examples/${guide}`)).toEqual(expect.arrayContaining(shown));
});

test('an agent pays within its limits, asks for approval above the threshold, and is refused beyond its limits', async () => {
  expect(await linesOf(playAgent)).toEqual([
    'Bookkeeper may spend $1000.00 a day',
    'a month of hosting, $150.00: paid',
    'a new chair, $400.00: waits for approval',
    'a machine, $600.00: beyond the limits',
    'a printer, $500.00: beyond the limits',
    'the platform approved 1 of 1',
    'APPROVED, its payment is COMPLETED',
    'spent today: $550.00 in 2 payments',
    expect.stringContaining("while it is paused: The agent's policy does not allow this"),
  ]);
});

test('an invoice that was rejected or failed is not paid, however often it is sent', async () => {
  const mock = createMock();
  const { id: customerId } = mock.add.customer();
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const { id: payTo } = mock.add.externalAccount({ customerId, accountNumber: '000000002' });
  const approvalThresholds = { currency: 'USD', amount: 200_00 };
  const policy = { permissions: ['CREATE_TRANSFERS' as const], approvalThresholds };
  const { agent: added, accessToken } = mock.add.agent({ customerId, policy });
  const { fetch, clock, connection } = mock;
  const agent = createAgentClient({ baseUrl: connection.baseUrl, accessToken, fetch, clock });
  const send = (amount: number) => payInvoice(agent, accountId, { payTo, amount }, `${amount}`);
  expect(await send(100_00)).toMatchObject({ outcome: 'not paid' });
  expect(await send(300_00)).toMatchObject({ outcome: 'waits for approval' });
  await reviewApprovals(createPaymentsClient({ ...connection, fetch, clock }), added.id, 0);
  expect(await send(300_00)).toMatchObject({ outcome: 'not paid' });
});

test('a business is created, completed step by step, and approved', async () => {
  expect(await linesOf(playOnboarding)).toEqual([
    expect.stringContaining('missing at first: MISSING_CONTROL_PERSON, MISSING_BENEFICIAL_OWNER'),
    'missing then: nothing',
    'webhook: the business is approved',
    'status: APPROVED',
  ]);
});

test('two payouts run from quote to webhook: one is paid, one fails and is refunded', async () => {
  expect(await linesOf(playPayout)).toEqual([
    'order-1: the supplier receives 227.43 EUR, fees 1.25 USD',
    'webhook: order-1 is sent',
    'webhook: order-1 is paid',
    'order-2: the supplier receives 92.23 EUR, fees 0.50 USD',
    'webhook: order-2 is sent',
    'webhook: order-2 is failed',
    'webhook: order-2 is refunded',
    'left: 750.00 USD',
  ]);
});

test('payments are authorized by a code and by a passkey, and a trusted payee is paid without', async () => {
  expect(await linesOf(playStrongAuthentication)).toEqual([
    'asked for SMS_OTP: PAYOUT',
    'with a code: PROCESSING',
    'with a wrong code: INVALID_INPUT',
    'with a passkey: PROCESSING',
    'asked for SMS_OTP: TRUST_BENEFICIARY',
    'to a trusted payee: COMPLETED',
    'payments: COMPLETED, COMPLETED, EXPIRED, COMPLETED',
  ]);
});

test('a card is issued, used, frozen by its holder, and declined', async () => {
  expect(await linesOf(playCard)).toEqual([
    'issued: PENDING_ISSUE',
    'a minute later: ACTIVE',
    'number shown at https://…',
    'coffee with a tip: AUTHORIZED, then 95.000000 USDB left',
    'frozen by its holder: FROZEN',
    'another coffee: CARD_PAUSED',
  ]);
});

test('after a lost response, hand-written code pays twice and the SDK once', async () => {
  expect(await linesOf(playMigration)).toEqual([
    'by hand: 120 payments',
    'by hand: the connection broke. Was it paid? Trying again …',
    'by hand: paid 2 times',
    'by hand: the card is FROZEN',
    'with the SDK: 120 payments',
    'with the SDK: paid 1 time',
    'with the SDK: the card is FROZEN',
  ]);
});
