import { expect, test } from 'vitest';
import * as z from 'zod';
import { isSecret, unwrap, visitSchema } from './introspect.ts';

test('what a lazy schema stands for is made once, however often it is walked', () => {
  let made = 0;
  const lazy = z.lazy(() => {
    made += 1;
    return z.object({ code: z.string().meta({ secret: true }) });
  });
  const schema = z.object({ inner: lazy.optional() });
  for (const _time of [1, 2, 3]) {
    const found: (string | undefined)[] = [];
    visitSchema(schema, (child, field) => {
      if (isSecret(child)) found.push(field);
    });
    expect(found).toEqual(['code']);
    expect(unwrap(lazy)).toBe(unwrap(schema.shape.inner));
  }
  expect(made).toBe(1);
});
