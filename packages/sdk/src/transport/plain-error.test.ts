import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { plainError } from './plain-error.ts';

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

test('returns the error of a system call unchanged', () => {
  const error = new TypeError('fetch failed', { cause: refused() });
  expect(plainError(error)).toBe(error);
});

test("removes the packet from a parser's error, at any depth", () => {
  const parser = Object.assign(new Error('Parse Error'), {
    code: 'HPE_INVALID_CONSTANT',
    rawPacket: Buffer.from('secret'),
    data: 'secret',
  });
  const many = new AggregateError([refused(), parser], 'all failed');
  const plain = plainError(new TypeError('fetch failed', { cause: many })) as Error;
  expect(plain).toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: {
      name: 'AggregateError',
      errors: [{ syscall: 'connect' }, { code: 'HPE_INVALID_CONSTANT' }],
    },
  });
  expect(inspect(plain, { depth: 9, showHidden: true })).not.toContain('secret');
  const [, inner] = (plain.cause as AggregateError).errors;
  expect(Object.getOwnPropertyNames(inner).sort()).toEqual(['code', 'message', 'name', 'stack']);
});

test('stops at a circular cause', () => {
  const error = new Error('around');
  error.cause = error;
  expect(plainError(error)).toBeInstanceOf(Error);
});

test('replaces a value that is not an error', () => {
  expect(plainError({ request: 'secret' })).toEqual(
    new Error('The platform threw a value that is not an error.'),
  );
});
