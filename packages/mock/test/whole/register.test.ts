import { readFileSync } from 'node:fs';
import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { rules } from '../lab/doors.ts';
import { openLab } from '../lab/lab.ts';
import { constraintsOf } from '../register/constraints.ts';
import { statements, unenforced } from '../register/statements.ts';

rules('the register of statements', (test, door) => {
  test.each(statements)('rule 118: $rule ($source)', async ({ accepted, refused, as }) => {
    const [status, code, field] = as;
    const lab = await openLab(door, { strongAuthenticationRegions: ['DE'] });
    const good = await accepted(lab);
    expect(good.status, JSON.stringify(good.body)).toBeLessThan(300);
    const bad = await refused(lab);
    expect(bad.body).toMatchObject({ status, code });
    if (field === undefined) return;
    const { errors } = bad.body.details as { errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
  });
});

test('each statement is in the register once', () => {
  const keys = statements.map(({ rule }) => rule);
  expect(new Set(keys).size).toBe(keys.length);
});

interface Comments {
  readonly text: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** What the contract says of each operation and of each field of its request. */
const files = ['../../../mcp/src/tools/comments.json', '../register/program-comments.json'];
const comments: Readonly<Record<string, Comments>> = Object.assign(
  {},
  ...files.map((path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))),
);

const obligation =
  /\b(?:required|only|must|invalidat\w+|not supported|at most|at least|cannot|within|one of|expires)\b/i;

/** A length or a number in words, which the field's schema has too. */
const limit = /\b(?:at (?:most|least) [\d,]+|\d+ to [\d,]+)\b/i;

const filters = new Set(
  operations().flatMap(({ name, row }) =>
    Object.keys(row.query?.shape ?? {}).map((field) => `${name} ${field}`),
  ),
);

/** A description of what a filter lets through: `Only cards in this state.` */
const isFilter = (place: string, text: string) => filters.has(place) && /^Only /.test(text);

/** The places in the contract whose description states an obligation. */
const places = Object.entries(comments).flatMap(([name, { text, fields = {} }]) => {
  const of = [
    [name, text],
    ...Object.entries(fields).map(([field, one]) => [`${name} ${field}`, one]),
  ];
  return of.flatMap(([place = '', statement = '']) => {
    const sentences = statement.replaceAll(/`[^`]*`/g, '').split(/[.;:]\s/);
    const isObligation = sentences.some((sentence) => obligation.test(sentence));
    // The parts of a file are the library's own, which the service does not see.
    const isSent = !/ file\./.test(place) && !isFilter(place, statement);
    return isObligation && isSent ? [{ place, statement }] : [];
  });
});

const named = new Set(statements.flatMap(({ about = [] }) => about));

/** The fields whose limits are tested on both sides, for every operation. */
const bounded = new Set(
  operations().flatMap((operation) =>
    constraintsOf(operation)
      .filter(({ limit: kind }) => /^(?:m(?:ax|in)|value)/.test(kind))
      .map(({ field }) => `${operation.name} ${field}`),
  ),
);

function isStated({
  place,
  statement,
}: {
  readonly place: string;
  readonly statement: string;
}): boolean {
  if (named.has(place) || place in unenforced) return true;
  return bounded.has(place) && limit.test(statement);
}

test('rule 118: each obligation in the contract has a statement, or a reason why it has none', () => {
  expect(places.length).toBeGreaterThan(40);
  const advice =
    'A description with a word such as required, only, must, cannot or at most states an obligation. Add a statement whose `about` has the place, with a request on each side of the rule, to a file of packages/mock/test/register; or why no request can break it to `unenforced` in its statements.ts; or describe the place without an obligation';
  expect(
    places.filter((each) => !isStated(each)),
    advice,
  ).toEqual([]);
});

test('a statement and a reason name places in the contract that state an obligation', () => {
  const known = new Set(places.map(({ place }) => place));
  expect([...named, ...Object.keys(unenforced)].filter((place) => !known.has(place))).toEqual([]);
});

test('rule 118: a statement has a rule, its source, and a request on each side', () => {
  for (const { rule, source, accepted, refused, as } of statements) {
    expect(rule.length).toBeGreaterThan(10);
    expect(source).toMatch(/^(?:Specification \d|Reference, )/);
    expect(accepted).not.toBe(refused);
    expect(as[0]).toBeGreaterThanOrEqual(400);
  }
});
