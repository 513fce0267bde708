import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab } from '../../../test/lab/lab.ts';

const path = '/customers/bulk/csv';
const head = 'platformCustomerId,customerType,fullName,address.line1,currencies[]';

async function upload({ door }: Lab, text: string, type = 'text/csv') {
  const form = new FormData();
  form.set('file', new File([text], 'customers.csv', { type }));
  const { baseUrl, tokenId, clientSecret } = door.connection;
  const response = await door.fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

rules('customer imports', (test) => {
  const read = async (lab: Lab, id: unknown) =>
    (await lab.send('GET', `/customers/bulk/jobs/${id}`)).body;

  test('each row becomes a customer with its accounts, and the end is an event', async (lab) => {
    const rows = ['ada,INDIVIDUAL,"Byron, Ada",,USD;EUR', 'grace,INDIVIDUAL,"Grace ""G"" H",,USD'];
    const { status, body } = await upload(lab, `\uFEFF${[head, ...rows].join('\r\n')}\r\n`);
    expect([status, body.status]).toEqual([202, 'PENDING']);
    const job = await read(lab, body.jobId);
    const progress = { total: 2, processed: 2, successful: 2, failed: 0 };
    expect(job).toMatchObject({ id: body.jobId, status: 'COMPLETED', progress });
    expect(job).not.toHaveProperty('errors');
    expect(lab.mock.eventsOf('BULK_UPLOAD.COMPLETED').map(({ data }) => data)).toEqual([job]);
    const found = await lab.send('GET', '/customers?platformCustomerId=ada');
    expect(found.body.data).toMatchObject([
      { fullName: 'Byron, Ada', currencies: ['USD', 'EUR'], kycStatus: 'UNVERIFIED' },
    ]);
    const [{ id }] = found.body.data as [{ id: string }];
    const accounts = await lab.send('GET', `/customers/internal-accounts?customerId=${id}`);
    expect(accounts.body.totalCount).toBe(2);
    const [, second] = (await lab.send('GET', '/customers')).body.data as { fullName: string }[];
    expect(second?.fullName).toBe('Grace "G" H');
  });

  test('a refused row names its problem and stops no other', async (lab) => {
    const rows = ['ada,INDIVIDUAL,Ada,,', 'x,ROBOT,X,,', ',INDIVIDUAL,Y,,ZZZ'];
    const { body } = await upload(lab, [head, ...rows].join('\n'));
    expect(await read(lab, body.jobId)).toMatchObject({
      status: 'COMPLETED',
      progress: { total: 3, processed: 3, successful: 1, failed: 2 },
      errors: [
        { code: 'INVALID_INPUT', correlationId: 'x' },
        {
          code: 'INVALID_INPUT',
          correlationId: '3',
          details: { errors: [{ field: 'currencies.0' }] },
        },
      ],
    });
  });

  test('an import has failed if none of its rows becomes a customer', async (lab) => {
    const { body } = await upload(lab, `${head}\nx,ROBOT,X,,\n`);
    expect(await read(lab, body.jobId)).toMatchObject({ status: 'FAILED' });
    expect(lab.mock.eventsOf('BULK_UPLOAD.FAILED')).toHaveLength(1);
    const empty = await upload(lab, `${head}\n`);
    expect(await read(lab, empty.body.jobId)).toMatchObject({ status: 'FAILED' });
  });

  test('a file that is not a table, or of another type, is refused, and unknown imports too', async (lab) => {
    for (const text of [`${head}\nada,INDIVIDUAL\n`, `${head}\n"ada\n`]) {
      expectInvalid(await upload(lab, text), 'file');
    }
    expectInvalid(await upload(lab, head, 'image/png'), 'file');
    expect((await lab.send('GET', '/customers')).body.totalCount).toBe(0);
    const unknown = await lab.send('GET', '/customers/bulk/jobs/Job:none');
    expectRefused(unknown, 404, 'BULK_UPLOAD_JOB_NOT_FOUND');
  });

  test('columns cannot reach the prototype of a row', async (lab) => {
    await upload(lab, '__proto__.polluted,customerType\nyes,INDIVIDUAL\n');
    expect('polluted' in {}).toBe(false);
  });
});
