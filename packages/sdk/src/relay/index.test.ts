import { expect, it } from 'vitest';
import * as relay from './index.ts';

it('exports these values and no other', () => {
  expect(Object.keys(relay).sort()).toEqual([
    'RelayRefusal',
    'createWalletRelay',
    'defaultLimits',
    'relayErrorCodes',
  ]);
});
