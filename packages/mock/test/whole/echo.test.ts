import { findOperation, type OperationName } from '@org/payments-contract';
import { definition, unwrap } from '@org/payments-contract/internal/schema';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { open } from '../support/api-test.ts';
import type { OpenMock } from '../support/open-mock.ts';

/** Texts and numbers of each form that a field can ask for. */
const candidates: readonly unknown[] = [
  ...['US', 'Text', '2020-01-02', '2020-01-02T03:04:05Z', 'https://example.com/a', '123456'],
  ...['ada@example.com', '5493001KJTIIGC8Y1R12', '+14155550100', '$ada@example.com', 'USD'],
  ...[7, true, 'ExternalAccount:1', 'Customer:1', 'a.example.com'],
];

/** Values that a schema does not tell. */
const told: Readonly<Record<string, unknown>> = {
  currencies: ['USD'],
  umaAddress: '$ada@mock.payments.test',
  identifier: '123-45-6789',
};

/** A value with every field of a schema. */
function sampleOf(given: z.ZodMiniType): unknown {
  const schema = unwrap(given);
  const { element, options: [first] = [], shape } = definition(schema);
  if (element !== undefined) return [sampleOf(element)];
  if (first !== undefined) return sampleOf(first);
  if (shape !== undefined) {
    return Object.fromEntries(
      Object.entries(shape).map(([name, each]) => [name, told[name] ?? sampleOf(each)]),
    );
  }
  const values = [...(schema._zod.values ?? [])];
  return [...values, ...candidates].find((each) => schema.safeParse(each).success);
}

/** The fields of a body; of the variant of a customer. */
function fieldsOf(name: OperationName, kind: string) {
  const body = findOperation(name)?.row.body as z.ZodMiniType;
  const { options: variants = [body] } = definition(body);
  const own = variants.find((each) => {
    const { customerType } = definition(each).shape ?? {};
    return customerType === undefined || customerType.safeParse(kind).success;
  });
  return Object.entries(definition(own ?? body).shape ?? {});
}

interface Scene {
  readonly method: string;
  readonly path: string;
  readonly base?: object;
}

const customer = ({ mock }: OpenMock, customerType: string) => ({
  method: 'PATCH',
  path: `/customers/${mock.add.customer({ customerType } as object).id}`,
});
const creation = (base: object) => () => ({ method: 'POST', path: '/customers', base });
const config = () => ({ method: 'PATCH', path: '/config' });
const owner = ({ mock }: OpenMock) => ({
  method: 'PATCH',
  path: `/beneficial-owners/${mock.add.beneficialOwner().id}`,
});

/** The fields that a value of any such form does not suit, or that are of the other kind. */
const personal =
  'customerType kycStatus fullName birthDate nationality taxIdType taxIdentifier taxIdCountryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus';

test.each<readonly [OperationName, string, (api: OpenMock) => Scene, string]>([
  ['customers.create', 'INDIVIDUAL', creation({ customerType: 'INDIVIDUAL' }), ''],
  ['customers.create', 'BUSINESS', creation({ customerType: 'BUSINESS' }), ''],
  [
    'customers.update',
    'INDIVIDUAL',
    (api) => customer(api, 'INDIVIDUAL'),
    'kybStatus businessInfo',
  ],
  ['customers.update', 'BUSINESS', (api) => customer(api, 'BUSINESS'), personal],
  ['config.update', '', config, 'umaDomain feeConfigs'],
  ['beneficialOwners.update', '', owner, ''],
])('rule 139: what %s %s gives is in its result', async (name, kind, sceneOf, unsuited) => {
  const refused: string[] = [];
  const fields = fieldsOf(name, kind);
  const [required] = fields.filter(([field]) => field === 'businessInfo');
  for (const [field, schema] of fields) {
    const api = await open();
    const { method, path, base } = sceneOf(api);
    const needed = base && required && { businessInfo: sampleOf(required[1]) };
    const body = { ...base, ...needed, [field]: told[field] ?? sampleOf(schema) };
    const { status, body: result } = await api.send(method, path, body);
    if (status < 300) expect(result, field).toMatchObject(body);
    else refused.push(field);
  }
  expect(refused.join(' ')).toBe(unsuited);
});
