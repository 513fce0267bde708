import { relayPaths } from '@org/payments-relay/protocol';
import { expect, it } from 'vitest';
import { createWallet, type WalletTransport } from '../index.ts';

/** A wallet whose relay carries every action out at once, and the inputs that reached it. */
function walletOf() {
  const inputs: unknown[] = [];
  const unused = Object.fromEntries(
    Object.keys(relayPaths).map((call) => [call, async () => ({})]),
  );
  const transport = {
    ...unused,
    actionBegin: async ({ input }: { readonly input: unknown }) => {
      inputs.push(input);
      return { status: 'done', result: null };
    },
  } as unknown as WalletTransport;
  return { wallet: createWallet({ transport }), inputs };
}

it('runs an action with its input as it was, also if the page changes it afterwards', async () => {
  const { wallet, inputs } = walletOf();
  const form = { amount: 5, to: { id: 'Card:1' } };
  const run = wallet.run('pay', form);
  form.amount = 500;
  form.to.id = 'Card:2';
  await run;
  expect(inputs).toEqual([{ amount: 5, to: { id: 'Card:1' } }]);
});

it('runs an action without an input', async () => {
  const { wallet, inputs } = walletOf();
  await wallet.run('ping', undefined);
  expect(inputs).toEqual([undefined]);
});

const circular: { self?: unknown } = {};
circular.self = circular;

it.each([
  ['a bigint', 10n],
  ['a circle', circular],
])('refuses an input that JSON does not carry, and sends nothing: %s', async (_what, input) => {
  const { wallet, inputs } = walletOf();
  await expect(wallet.run('pay', { input })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    cause: expect.any(TypeError),
  });
  expect(inputs).toEqual([]);
});
