import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeCause, scrub } from './scrub.ts';

test('a scrubbed text contains no secret', () => {
  const secret = fc.string({ minLength: 4 }).filter((text) => !'[redacted]'.includes(text));
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 3 }), fc.array(fc.string()), (secrets, parts) => {
      const text = parts.flatMap((part) => [part, ...secrets]).join(' ');
      const clean = scrub(text, secrets);
      const [first] = secrets;
      if (first !== undefined) expect(clean.includes(first)).toBe(false);
    }),
  );
});

test('a secret that begins with another one is masked as a whole', () => {
  expect(scrub('sent 1234-5678', ['1234', '1234-5678'])).toBe('sent [redacted]');
});

test('a secret is masked in JSON text too, where its quotes are escaped', () => {
  const secret = 'pass"word\n';
  expect(scrub(JSON.stringify({ secret }), [secret])).toBe('{"secret":"[redacted]"}');
});

test('a cause keeps name, message, stack, system fields and causes, and nothing else', () => {
  const system = {
    code: 'ECONNRESET',
    syscall: 'read',
    data: 'kycUrl=hidden',
    rawPacket: 'hidden',
  };
  const cause = new TypeError('fetch failed', {
    cause: Object.assign(new Error('reset'), system),
  });
  const safe = safeCause(cause, ['hidden-value']) as Error & { cause: Record<string, unknown> };
  expect(safe).toMatchObject({ name: 'TypeError', message: 'fetch failed', stack: cause.stack });
  expect(safe.cause).toMatchObject({ message: 'reset', code: 'ECONNRESET', syscall: 'read' });
  expect(inspect(safe, { depth: 9, showHidden: true })).not.toContain('hidden');
  expect(safeCause(undefined, ['hidden-value'])).toBeUndefined();
});

test('each error of an AggregateError is copied', () => {
  const refused = Object.assign(new Error('a'), { syscall: 'connect', data: 'hidden' });
  const safe = safeCause(new AggregateError([refused, 'text'], 'all failed'), []);
  expect(safe).toMatchObject({ message: 'all failed', errors: [{ syscall: 'connect' }, 'text'] });
  expect(inspect(safe, { depth: 9, showHidden: true })).not.toContain('hidden');
});

test.each([
  ['in its message', new Error('sent hidden-value')],
  ['in its cause', new Error('no', { cause: new Error('hidden-value') })],
  [
    'in a field',
    Object.assign(new Error('no'), { config: { headers: { a: 'Basic hidden-value' } } }),
  ],
])('a cause with a secret %s is replaced, and its code kept', (_where, cause) => {
  const safe = safeCause(Object.assign(cause, { code: 'ECONNRESET' }), ['hidden-value']);
  expect(inspect(safe, { depth: 9, showHidden: true })).not.toContain('hidden-value');
  expect(safe).toMatchObject({ code: 'ECONNRESET' });
});
