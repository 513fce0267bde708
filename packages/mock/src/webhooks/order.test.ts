import { expect, test } from 'vitest';
import { createMock } from '../index.ts';

test('an endpoint receives the events of a resource in their order, and those of others meanwhile', async () => {
  const mock = createMock({ seed: 'order' });
  const { id: first } = mock.add.internalAccount();
  const { id: second } = mock.add.internalAccount();
  const received: string[] = [];
  let respond: (response: Response) => void = () => undefined;
  mock.deliverTo(async (request) => {
    const { data } = (await request.json()) as {
      data: { id: string; balance: { amount: number } };
    };
    received.push(`${data.id} ${data.balance.amount}`);
    if (received.length > 1) return new Response();
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  });
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const authorization = `Basic ${btoa(`${tokenId}:${clientSecret}`)}`;
  const fund = (id: string, amount: number) =>
    mock.fetch(
      new Request(`${baseUrl}/sandbox/internal-accounts/${id}/fund`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ amount }),
      }),
    );
  await fund(first, 100);
  await expect.poll(() => received).toEqual([`${first} 100`]);
  await fund(first, 50);
  await fund(second, 7);
  await expect.poll(() => received).toEqual([`${first} 100`, `${second} 7`]);
  respond(new Response());
  await mock.webhooks.flush();
  expect(received).toEqual([`${first} 100`, `${second} 7`, `${first} 150`]);
});
