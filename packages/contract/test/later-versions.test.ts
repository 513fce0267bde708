import { expect, test } from 'vitest';
import { eventRows } from '../src/events.ts';
import { assess, operations } from '../src/index.ts';
import { mismatchesOf, mismatchReason } from '../src/internal-schema.ts';
import { allChanged, allNull, changed, type Sample, samples } from './schema-sites.ts';

/**
 * Each sample unchanged, with one place changed at a time, with null in all optional fields, and
 * with all places changed.
 */
function* variantsOf(all: readonly Sample[]): Generator<readonly [what: string, value: unknown]> {
  const seen = new Set<string>();
  for (const sample of all) {
    yield ['nothing', sample.value];
    for (const site of sample.sites) {
      // A whole response is not left out, and an array item cannot be.
      if (site.what === 'absent' && typeof site.path.at(-1) !== 'string') continue;
      const where = `${site.what} at ${site.path.join('.')}`;
      const isRepeated = site.what === 'absent' || site.what === 'extra field';
      if (isRepeated && seen.has(where)) continue;
      seen.add(where);
      yield [where, changed(sample, site)];
    }
    yield ['null in each optional field', allNull(sample)];
    yield ['everything', allChanged(sample)];
  }
}

test('a compatible response of a later version is never an error, for any operation', () => {
  const failures: string[] = [];
  let count = 0;
  for (const { name, row } of operations()) {
    for (const [status, schema] of Object.entries(row.responses)) {
      if (schema === null) continue;
      for (const [what, variant] of variantsOf(samples(schema))) {
        const value = JSON.parse(JSON.stringify(variant));
        // A response without any of the fields that identify it could be anybody's.
        const { someOf } = row.result ?? {};
        if (someOf?.every((field) => (value[field] ?? null) === null)) continue;
        count += 1;
        const same = Object.entries(row.result?.same ?? {});
        const params = Object.fromEntries(same.map(([field, param]) => [param, value[field]]));
        const reason = mismatchReason(row, { status: Number(status), value, params });
        // The result of an accepted change is returned whatever else differs.
        const isRead = row.retry === 'safe';
        const found = isRead ? mismatchesOf(schema, value) : [];
        const lost = found.filter(({ loss }) => loss !== 'nothing');
        const problems = [reason ?? [], lost.map(({ path }) => path.join('.'))].flat();
        if (problems.length > 0) failures.push(`${name} ${status}, ${what}: ${problems}`);
      }
    }
  }
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(2_000);
});

test('a compatible event of a later version is always usable, for any type', () => {
  const failures: string[] = [];
  let count = 0;
  for (const { types, data } of eventRows()) {
    if (data === null) continue;
    for (const [what, variant] of variantsOf(samples(data))) {
      // The type of the event determines the constant; it is delivered with another one too.
      if (what.startsWith('constant') || what === 'everything') continue;
      count += 1;
      const [problem] = assess(data, JSON.parse(JSON.stringify(variant))).unusable;
      if (problem !== undefined) failures.push(`${types[0]}, ${what}: ${problem.path}`);
    }
  }
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
