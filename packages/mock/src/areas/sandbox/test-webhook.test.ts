import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, openLab } from '../../../test/lab/lab.ts';

rules('a test webhook', (door) => {
  test('sandbox.sendTestWebhook returns what the endpoint responded', async () => {
    const lab = await openLab(door);
    const test = () => lab.send('POST', '/sandbox/webhooks/test');
    expectRefused(await test(), 400, 'WEBHOOK_ENDPOINT_NOT_SET');
    expect(lab.mock.events).toEqual([]);
    const stop = lab.mock.deliverTo(() => new Response('hello', { status: 418 }));
    expect((await test()).body).toEqual({
      url: 'handler 1',
      response_status: 418,
      response_body: 'hello',
    });
    stop();
    lab.mock.deliverTo(() => Promise.reject(new Error('refused')));
    expectRefused(await test(), 400, 'WEBHOOK_DELIVERY_ERROR');
  });
});
