import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { expectInvalid, type OpenMock } from '../../../test/support/open-mock.ts';

const path = '/customers/bulk/csv';
const head = 'platformCustomerId,customerType,fullName,address.line1,currencies[]';

function upload(api: OpenMock, text: string, type = 'text/csv') {
  const form = new FormData();
  form.set('file', new File([text], 'customers.csv', { type }));
  return api.send('POST', path, form);
}

const read = async (api: OpenMock, id: unknown) =>
  (await api.send('GET', `/customers/bulk/jobs/${id}`)).body;

test('rule 156: each row becomes a customer with its accounts, and the end is an event', async (api) => {
  const rows = ['ada,INDIVIDUAL,"Byron, Ada",,USD;EUR', 'grace,INDIVIDUAL,"Grace ""G"" H",,USD'];
  const { status, body } = await upload(api, `\uFEFF${[head, ...rows].join('\r\n')}\r\n`);
  expect([status, body.status]).toEqual([202, 'PENDING']);
  const job = await read(api, body.jobId);
  const progress = { total: 2, processed: 2, successful: 2, failed: 0 };
  expect(job).toMatchObject({
    ...{ id: body.jobId, status: 'COMPLETED', progress },
    completedAt: '2026-01-05T09:00:00.000Z',
  });
  expect(job).not.toHaveProperty('errors');
  expect(api.mock.eventsOf('BULK_UPLOAD.COMPLETED').map(({ data }) => data)).toEqual([job]);
  const found = await api.send('GET', '/customers?platformCustomerId=ada');
  expect(found.body.data).toMatchObject([
    { fullName: 'Byron, Ada', currencies: ['USD', 'EUR'], kycStatus: 'UNVERIFIED' },
  ]);
  const [{ id }] = found.body.data as [{ id: string }];
  const accounts = await api.send('GET', `/customers/internal-accounts?customerId=${id}`);
  expect(accounts.body.totalCount).toBe(2);
  const [, second] = (await api.send('GET', '/customers')).body.data as { fullName: string }[];
  expect(second?.fullName).toBe('Grace "G" H');
});

test('rule 156: the documented columns are read, and a row may end early', async (api) => {
  const documented =
    'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country,platformAccountId,businessLegalName';
  const rows = [
    '$ada@uma.example.com,ada,INDIVIDUAL,Ada Byron,1990-12-10,1 Lake St,Austin,TX,78701,US',
    '$acme@uma.example.com,acme,BUSINESS,,,2 Hill St,Austin,TX,78701,US,account-1,Acme Ltd',
  ];
  const { body } = await upload(api, [documented, ...rows].join('\n'));
  expect(await read(api, body.jobId)).toMatchObject({ progress: { successful: 2, failed: 0 } });
  const { data } = (await api.send('GET', '/customers')).body as { data: unknown[] };
  const address = { city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' };
  expect(data).toMatchObject([
    { platformCustomerId: 'ada', address: { ...address, line1: '1 Lake St' } },
    { platformCustomerId: 'acme', address, businessInfo: { legalName: 'Acme Ltd' } },
  ]);
});

test('rule 156: a refused row names its problem and stops no other', async (api) => {
  const rows = ['ada,INDIVIDUAL,Ada,,', 'x,ROBOT,X,,', ',INDIVIDUAL,Y,,ZZZ'];
  const { body } = await upload(api, [head, ...rows].join('\n'));
  expect(await read(api, body.jobId)).toMatchObject({
    status: 'COMPLETED',
    progress: { total: 3, processed: 3, successful: 1, failed: 2 },
    errors: [
      {
        code: 'INVALID_INPUT',
        correlationId: 'x',
        details: { errors: [{ constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] } }] },
      },
      {
        code: 'INVALID_INPUT',
        correlationId: '3',
        details: { errors: [{ field: 'currencies.0' }] },
      },
    ],
  });
});

test('rule 156: an import has failed if none of its rows becomes a customer', async (api) => {
  const { body } = await upload(api, `${head}\nx,ROBOT,X,,\n`);
  expect(await read(api, body.jobId)).toMatchObject({ status: 'FAILED' });
  expect(api.mock.eventsOf('BULK_UPLOAD.FAILED')).toHaveLength(1);
  const empty = await upload(api, `${head}\n`);
  expect(await read(api, empty.body.jobId)).toMatchObject({ status: 'FAILED' });
});

test('rule 156: a file that is not a table, or of another type, is refused, and unknown imports too', async (api) => {
  const tooLong = `${head}\nada,INDIVIDUAL,Ada,,,`;
  for (const text of [tooLong, `${tooLong}more\n`, `${head}\n"ada\n`]) {
    expectInvalid(await upload(api, text), 'file');
  }
  expectInvalid(await upload(api, head, 'image/png'), 'file');
  expect((await api.send('GET', '/customers')).body.totalCount).toBe(0);
});

test.rows([
  ['customerType\nINDIVIDUAL\n\nBUSINESS\n\n', 1, ['businessInfo']],
  ['customerType,fullName\n\nINDIVIDUAL,Ada\n\n', 1, []],
  ['\uFEFFcustomerType\nINDIVIDUAL', 1, []],
  ['customerType,fullName\nINDIVIDUAL,', 1, []],
  [' customerType , currencies[] \nINDIVIDUAL,USD; EUR', 1, []],
  [
    'customerType,addressLine1,address.line1\nINDIVIDUAL,a,b',
    0,
    ['address.country', 'address.postalCode'],
  ],
  ['customerType,address,address.line1\nINDIVIDUAL,a,b', 0, ['address']],
  ['customerType,birthDate\nINDIVIDUAL,1990-02-30', 0, ['birthDate']],
  ['customerType,businessInfo.country\nBUSINESS,US', 0, ['businessInfo.legalName']],
  [
    'customerType,businessLegalName,businessInfo.country\nBUSINESS,A,x',
    0,
    ['businessInfo.country'],
  ],
  ['customerType,businessLegalName\nBUSINESS,Acme', 1, []],
])(
  'rule 156: %j has %i customers, and is refused for %j',
  async (api, text, successful, fields) => {
    const { body } = await upload(api, text);
    const job = await read(api, body.jobId);
    const errors = (job.errors ?? []) as { details: { errors: { field: string }[] } }[];
    const found = errors.flatMap(({ details }) => details.errors.map(({ field }) => field));
    expect(found.sort()).toEqual(fields);
    expect(job).toMatchObject({ progress: { successful, failed: errors.length } });
  },
);

test('columns cannot reach the prototype of a row', async (api) => {
  await upload(api, '__proto__.polluted,customerType\nyes,INDIVIDUAL\n');
  expect('polluted' in {}).toBe(false);
});
