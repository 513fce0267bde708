import { expect, it } from 'vitest';
import * as relay from './index.ts';

it('exports exactly these values', () => {
  expect(Object.keys(relay).sort()).toEqual(['RelayRefusal', 'createWalletRelay', 'defaultLimits']);
});
