import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeCause, scrub } from './scrub.ts';

test('no secret is left in a scrubbed text', () => {
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

test('a cause without a secret goes on as it is', () => {
  const cause = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
  expect(safeCause(cause, ['hidden-value'])).toBe(cause);
  expect(safeCause(undefined, ['hidden-value'])).toBeUndefined();
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
