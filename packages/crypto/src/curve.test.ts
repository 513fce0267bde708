import { p256 } from '@noble/curves/nist.js';
import { expect, it } from 'vitest';
import { p256Point } from './curve.ts';

it('has the parameters of the ready-made P-256', () => {
  expect(p256Point().CURVE()).toEqual(p256.Point.CURVE());
  expect(p256Point().BASE.toHex()).toBe(p256.Point.BASE.toHex());
});

it('is built once', () => {
  expect(p256Point()).toBe(p256Point());
});
