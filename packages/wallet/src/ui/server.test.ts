import { expect, it } from 'vitest';
import { defineElements, SignInElement } from './index.ts';

it('can be imported on a server, where it defines nothing', () => {
  expect(() => defineElements()).not.toThrow();
  expect(SignInElement).toBeTypeOf('function');
});
