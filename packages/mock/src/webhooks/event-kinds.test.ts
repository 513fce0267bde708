import { expect, test } from 'vitest';
import { isSignedBy, openEndpoint } from '../../test/lab/endpoint.ts';
import { createMock } from '../index.ts';
import { triggerOnly } from './trigger-only.ts';

test('rule 93: an event that can only be triggered is delivered like any other', async () => {
  const mock = createMock({ checkResponses: true });
  const endpoint = await openEndpoint();
  mock.deliverTo(endpoint.url);
  for (const type of Object.keys(triggerOnly)) mock.webhooks.trigger(type);
  await mock.webhooks.flush();
  const received = endpoint.received.map(({ event }) => event.type);
  expect(received).toEqual(expect.arrayContaining(Object.keys(triggerOnly)));
  for (const { raw, signature } of endpoint.received) {
    expect(isSignedBy(mock.webhooks.publicKey, raw, signature)).toBe(true);
  }
  const job = endpoint.received.find(({ event }) => event.type === 'BULK_UPLOAD.COMPLETED');
  expect(job?.event.data).toMatchObject({
    id: expect.stringMatching(/^Job:/),
    status: 'COMPLETED',
    progress: { total: 20, processed: 20, successful: 19, failed: 1 },
  });
});
