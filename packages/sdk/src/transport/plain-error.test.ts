import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { plainError } from './plain-error.ts';

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

test('returns an error of a system call as it is', () => {
  const error = new TypeError('fetch failed', { cause: refused() });
  expect(plainError(error)).toBe(error);
});

test('takes the packet from an error of a parser, at any depth', () => {
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

test('does not follow a circle of causes', () => {
  const error = new Error('around');
  error.cause = error;
  expect(plainError(error)).toBeInstanceOf(Error);
});

test('replaces what is not an error', () => {
  expect(plainError({ request: 'secret' })).toEqual(
    new Error('The platform threw a value that is not an error.'),
  );
});
