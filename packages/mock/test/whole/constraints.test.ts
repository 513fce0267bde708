import { type NamedOperation, operations } from '@org/payments-contract';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../src/index.ts';
import { listen } from '../../src/server/index.ts';
import { type Constraint, constraintsOf } from '../support/constraints.ts';
import { credentialsFor, formOf, itemPath } from '../support/example-request.ts';

const constrained = operations()
  .map((operation) => ({ operation, name: operation.name, constraints: constraintsOf(operation) }))
  .filter(({ constraints }) => constraints.length > 0);

type Fields = Readonly<Record<string, unknown>>;

/** Sends requests of an operation over HTTP, and returns the fields that a 400 names. */
async function senderFor(operation: NamedOperation) {
  const mock = createMock({ supportedCurrencies: ['USD', 'EUR', 'USDC'] });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const { row } = operation;
  const credentials = credentialsFor(row, mock);
  return async (place: Constraint['place'], value: unknown): Promise<readonly string[]> => {
    const query = new URLSearchParams();
    for (const [name, one] of Object.entries(place === 'query' ? (value as Fields) : {})) {
      for (const each of Array.isArray(one) ? one : [one]) query.append(name, String(each));
    }
    const isForm = row.media === 'multipart';
    const response = await fetch(`${server.connection.baseUrl}${itemPath(operation)}?${query}`, {
      method: row.method,
      headers: { ...credentials, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(place === 'query'
        ? {}
        : { body: isForm ? formOf(value as Fields) : JSON.stringify(value) }),
    });
    if (response.status !== 400) return [];
    const { details } = (await response.json()) as { details?: { errors?: { field: string }[] } };
    return (details?.errors ?? []).map(({ field }) => field);
  };
}

test.each(constrained)(
  'rule 118: each limit of a field of $name holds, and no request within it is refused',
  async ({ operation, constraints }) => {
    const send = await senderFor(operation);
    const known = new Map<string, readonly string[]>();
    const fieldsRefused = async (place: Constraint['place'], value: unknown) => {
      const key = `${place} ${JSON.stringify(value)}`;
      const fields = known.get(key) ?? (await send(place, value));
      known.set(key, fields);
      return fields;
    };
    const wrong: string[] = [];
    for (const { place, field, limit, accepted, refused } of constraints) {
      const beyond = await fieldsRefused(place, refused);
      if (!beyond.includes(field)) {
        wrong.push(`${field}, ${limit}: accepted ${JSON.stringify(refused)} (${beyond})`);
      }
      if (accepted === undefined) continue;
      if ((await fieldsRefused(place, accepted)).includes(field)) {
        wrong.push(`${field}, ${limit}: refused ${JSON.stringify(accepted)}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('limits are found in queries, bodies, forms, lists and every variant of a body', () => {
  const found = constrained.flatMap(({ name, constraints }) =>
    constraints.map(({ field, limit }) => `${name} ${field} ${limit}`),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'documents.list limit maximum 100',
      'cards.update state value FROZEN',
      'documents.create documentType value PASSPORT',
      'quotes.create source.sourceType value REALTIME_FUNDING',
      'externalAccounts.create accountInfo.routingNumber pattern ^[0-9]{9}$',
      'quotes.create remittanceInformation maxLength 80',
      'agents.create customerId required',
      'customers.update businessInfo.legalName type string',
    ]),
  );
  expect(found.length).toBeGreaterThan(3000);
});
