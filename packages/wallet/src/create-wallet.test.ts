import { expect, it } from 'vitest';
import { createWallet } from './index.ts';

it.each([
  ['no way to the backend', {}, /expected `relay`, `transport` or `signer`/],
  ['a misspelt `review`, which would have no effect', { relay: '/api/wallet', revew: () => true }],
  ['a misspelt option beside a signer', { signer: { origin: 'https://a.example' }, acountId: 'x' }],
])('refuses %s', (_what, options, message = /`(?:revew|acountId)` is not an option/) => {
  const create = () => createWallet(options as never);
  expect(create).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(create).toThrow(message);
});
