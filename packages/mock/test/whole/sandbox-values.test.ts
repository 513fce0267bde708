import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  defaultOutcomes,
  type OutcomeTables,
  sandboxAddresses,
  sandboxValues,
} from '../../src/options/outcomes.ts';
import { open } from '../support/api-test.ts';
import { formOf } from '../support/example-request.ts';
import type { OpenMock } from '../support/open-mock.ts';
import { number, scaScene } from '../support/strong-authentication.ts';

function issueCard(api: OpenMock, fields: { platformCardId?: string; walletSuffix?: string }) {
  const { walletSuffix = '999', ...body } = fields;
  const { id: cardholderId } = api.mock.add.customer();
  const accountId = `InternalAccount:w${walletSuffix}` as const;
  api.mock.add.internalAccount({
    id: accountId,
    type: 'EMBEDDED_WALLET',
    customerId: cardholderId,
    available: 100_00,
  });
  const fundingSources = [accountId];
  return api.send('POST', '/cards', { cardholderId, form: 'VIRTUAL', fundingSources, ...body });
}

async function cardTransaction(api: OpenMock, suffix: string) {
  const { id } = (await issueCard(api, {})).body;
  await api.send('GET', `/cards/${id}`);
  return api.send('POST', `/sandbox/cards/${id}/simulate/authorization`, {
    amount: 1_00,
    currency: { code: 'USD' },
    merchant: { descriptor: `COFFEE SHOP ${suffix}` },
  });
}

function use({ mock }: OpenMock) {
  const panel = mock.panels().find(({ name }) => name === 'cardTransactions');
  return panel?.records[0];
}

type Tables = {
  readonly [Name in keyof OutcomeTables]: OutcomeTables[Name]['other'];
};

/** A request for each table that no area's test goes through, whose outcome is that of the row. */
const trials: {
  readonly [Name in keyof Tables]?: (
    api: OpenMock,
    suffix: string,
    row: Tables[Name],
  ) => Promise<unknown>;
} = {
  async document(api, suffix, row) {
    const form = formOf({
      documentHolder: api.mock.add.customer().id,
      documentType: 'PASSPORT',
      country: 'US',
      documentNumber: `C0${suffix}`,
    });
    const { status, code } = (await api.send('POST', '/documents', form)).body;
    expect([status, code]).toEqual(row === 'ACCEPTED' ? [undefined, undefined] : [400, row]);
  },
  async cardIssue(api, suffix, { state, after = 0 }) {
    const { id } = (await issueCard(api, { platformCardId: `card-${suffix}` })).body;
    const read = async () => (await api.send('GET', `/cards/${id}`)).body;
    if (after > 0) {
      api.mock.clock.advance({ milliseconds: after - 1 });
      expect((await read()).state).toBe('PENDING_ISSUE');
      api.mock.clock.advance({ milliseconds: 1 });
    }
    const stateReason = state === 'CLOSED' ? 'ISSUER_REJECTED' : null;
    expect(await read()).toMatchObject({ state, stateReason });
  },
  async fundingSource(api, suffix, row) {
    const { status } = await issueCard(api, { walletSuffix: suffix });
    expect(status).toBe(row === 'BOUND' ? 201 : 400);
  },
  async authorization(api, suffix, row) {
    const { body } = await cardTransaction(api, suffix);
    switch (row) {
      case 'APPROVED':
        return expect(body).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 1 } });
      case 'PULL_DELAYED':
        expect(body).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 0 } });
        api.mock.clock.advance({ seconds: 30 });
        await api.send('GET', '/cards');
        return expect(use(api)).toMatchObject({
          status: 'AUTHORIZED',
          pullSummary: { count: 1 },
        });
      case 'PULL_FAILED':
        await api.send('GET', '/cards');
        return expect(use(api)).toMatchObject({ status: 'EXCEPTION' });
      default:
        return expect(body).toMatchObject({ status: 'EXCEPTION', declineReason: row });
    }
  },
};

test('rule 81: the rows whose effects no area pins are those of the public reference', () => {
  const { cardIssue, fundingSource, document, authorization } = defaultOutcomes;
  expect(cardIssue).toMatchObject({
    '001': { state: 'PENDING_ISSUE' },
    '002': { state: 'CLOSED' },
    '005': { state: 'ACTIVE', after: 30_000 },
    other: { state: 'ACTIVE' },
  });
  const notBound = [fundingSource['002'], fundingSource['003']];
  expect([...notBound, fundingSource.other]).toEqual(['NO_BALANCE', 'ACCOUNT_CLOSED', 'BOUND']);
  const documents = ['002', '003', '004', '005', '006', '007', '008'];
  expect(documents.map((suffix) => document[suffix] ?? document.other)).toEqual([
    ...['LOW_QUALITY', 'DATA_MISMATCH', 'EXPIRED', 'SUSPECTED_FRAUD', 'UNSUITABLE_DOCUMENT'],
    ...['INCOMPLETE', 'ACCEPTED'],
  ]);
  expect(authorization).toMatchObject({ '002': 'INSUFFICIENT_FUNDS', other: 'APPROVED' });
});

const rows = (Object.keys(trials) as (keyof Tables)[]).flatMap((table) =>
  Object.keys(defaultOutcomes[table]).map((suffix) => [table, suffix] as const),
);

test.each(rows)('rule 81: the row of %s for %s is what a request gets', async (table, suffix) => {
  const api = await open();
  const row = defaultOutcomes[table][suffix];
  await (trials[table] as (...parts: unknown[]) => Promise<unknown>)(
    api,
    suffix === 'other' ? '999' : suffix,
    row,
  );
});

test('rule 81: each value of the sandbox stands for what it replaces', async () => {
  const { api, logIn } = await scaScene({}, number);
  expect((await logIn('SMS_OTP', { code: sandboxValues.contactCode })).status).toBe(200);
  const { account, credential } = api.mock.add.wallet();
  await api.send('POST', `/auth/credentials/${credential.id}/challenge`);
  expect(api.mock.outbox.at(-1)?.code).toBe(sandboxValues.otp);
  const path = `/internal-accounts/${account.id}`;
  const { requestId } = await api.challenge('PATCH', path, { privateEnabled: true });
  const signed = await api.send(
    'PATCH',
    path,
    { privateEnabled: true },
    { 'request-id': requestId, 'service-wallet-signature': sandboxValues.signature },
  );
  expect(signed.status).toBe(200);
});

const page = new URL('../../../../docs/reference/sandbox-values.md', import.meta.url);

const sections = readFileSync(page, 'utf8')
  .split(/^## /m)
  .map((text) => {
    const lines = text.split('\n').filter((line) => line.startsWith('| '));
    return { text, rows: lines.slice(2).map((line) => line.slice(2, -2).split(' | ')) };
  });

function rowsOf(words: string): readonly string[][] {
  return sections.find(({ text }) => text.includes(words))?.rows ?? [];
}

/** The words of a row of outcomes that its cell must have: values as they are sent, and times. */
function wordsOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [];
  return Object.values(row).flatMap((value) => {
    if (typeof value === 'number') {
      return value === 0
        ? ['at once']
        : [value < 120_000 ? `${value / 1000} seconds` : `${value / 60_000} minutes`];
    }
    return typeof value === 'string' ? [`\`${value}\``] : wordsOf(value);
  });
}

test('the page of sandbox values has each value of the mock, with what it leads to', () => {
  for (const [name, outcomes] of Object.entries(defaultOutcomes)) {
    const rows = rowsOf(`\`outcomes.${name}\``);
    const ends = Object.entries<unknown>(outcomes).map(([end, row]) => {
      const shown = end === 'other' ? 'any other' : /^\d+$/.test(end) ? `\`${end}\`` : end;
      const [, cell = ''] = rows.find(([first]) => first === shown) ?? [];
      expect(cell, `${name} ${end}`).not.toBe('');
      for (const word of wordsOf(row)) expect(cell, `${name} ${end}`).toContain(word);
      return shown;
    });
    expect(rows.map(([first]) => first).sort()).toEqual(ends.sort());
  }
  const addresses = rowsOf('UMA addresses\n').map(([address, currency]) => [address, currency]);
  expect(addresses).toEqual(
    Object.entries(sandboxAddresses).map(([local, { currency }]) => [`\`$${local}@…\``, currency]),
  );
  const codes = rowsOf('Codes and signatures\n').map(([value]) => value);
  const values = Object.values(sandboxValues);
  expect(codes.toSorted()).toEqual(values.map((value) => `\`${value}\``).sort());
});
