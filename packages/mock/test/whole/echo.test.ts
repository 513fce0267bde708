import { findOperation, type OperationName } from '@org/payments-contract';
import { definition } from '@org/payments-contract/internal/schema';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { open } from '../support/api-test.ts';
import type { OpenMock } from '../support/open-mock.ts';
import { samplesOf, valuesOf } from '../support/samples.ts';

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

const dependent =
  'taxIdType=NON_US_TAX_ID sourceOfFundsCategories=OTHER sourceOfWealthCategories=OTHER purposeOfAccount=OTHER';

/** The fields that a value of any such form does not suit, or that are of the other kind. */
const personal =
  'customerType=INDIVIDUAL kycStatus fullName birthDate nationality taxIdType taxIdentifier taxIdCountryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus';

test.each<readonly [OperationName, string, (api: OpenMock) => Scene, string]>([
  ['customers.create', 'INDIVIDUAL', creation({ customerType: 'INDIVIDUAL' }), dependent],
  ['customers.create', 'BUSINESS', creation({ customerType: 'BUSINESS' }), ''],
  [
    'customers.update',
    'INDIVIDUAL',
    (api) => customer(api, 'INDIVIDUAL'),
    `customerType=BUSINESS ${dependent} kybStatus businessInfo`,
  ],
  ['customers.update', 'BUSINESS', (api) => customer(api, 'BUSINESS'), personal],
  ['config.update', '', config, 'umaDomain feeConfigs'],
  ['beneficialOwners.update', '', owner, ''],
])(
  'rule 139: what %s %s gives, with each value of its enums, is in its result',
  async (name, kind, sceneOf, unsuited) => {
    const refused: string[] = [];
    const fields = fieldsOf(name, kind);
    const [required] = fields.filter(([field]) => field === 'businessInfo');
    for (const [field, schema] of fields) {
      const values = valuesOf(field, schema);
      const unfit: unknown[] = [];
      for (const value of values) {
        const api = await open();
        const { method, path, base } = sceneOf(api);
        const needed = base && required && { businessInfo: samplesOf(required[1])[0] };
        const body = { ...base, ...needed, [field]: value };
        const { status, body: result } = await api.send(method, path, body);
        if (status < 300) expect(result, field).toMatchObject(body);
        else unfit.push(value);
      }
      if (unfit.length === values.length) refused.push(field);
      else refused.push(...unfit.map((value) => `${field}=${value}`));
    }
    expect(refused.join(' ')).toBe(unsuited);
  },
);
