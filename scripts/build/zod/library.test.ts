import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OperationRow } from '@org/payments-contract';
import * as whole from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as wholeBodies from '../../../packages/sdk/src/relay/bodies.ts';
import { root } from '../../lib/workspace.ts';
import { leanZod } from './lean-zod.ts';

type Schema = NonNullable<OperationRow['body']>;

let folder: string;
let lean: typeof whole;
let leanBodies: typeof wholeBodies;

/** A module as it is bundled, with the part of zod. */
async function bundled<Module>(path: string): Promise<Module> {
  const outfile = join(folder, path.replaceAll('/', '-').replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(root, path)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    plugins: [leanZod],
    logLevel: 'silent',
  });
  return (await import(pathToFileURL(outfile).href)) as Module;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lean-zod-'));
  [lean, leanBodies] = await Promise.all([
    bundled<typeof whole>('packages/contract/src/index.ts'),
    bundled<typeof wholeBodies>('packages/sdk/src/relay/bodies.ts'),
  ]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The schemas of a row, by part. */
function schemasOf(row: object): [part: string, schema: Schema][] {
  const responses = 'responses' in row ? (row.responses as object) : {};
  const parts: Readonly<Record<string, unknown>> = { ...row, ...responses };
  return Object.entries(parts).filter(
    (part): part is [string, Schema] =>
      typeof part[1] === 'object' && part[1] !== null && '_zod' in part[1],
  );
}

function plain(value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('_zod' in value) return described(value as Schema);
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]));
}

/** A schema as plain data: its definition, its checks and its registered metadata. */
function described(schema: Schema): unknown {
  const { def } = schema._zod;
  const { error: _error, fn: _fn, ...rest } = def as unknown as Readonly<Record<string, unknown>>;
  const meta = typeof schema.meta === 'function' ? schema.meta() : undefined;
  return { def: plain(rest), meta: plain(meta), hasShape: 'shape' in schema };
}

const odd = [
  undefined,
  null,
  '',
  'x',
  'Card:',
  'UNHEARD_OF',
  -1,
  0.5,
  2 ** 53,
  true,
  [],
  {},
  [null],
];

/** A valid value, and every value that differs from it in one place. */
function* variations(value: unknown): Generator<unknown> {
  yield value;
  yield* odd;
  if (Array.isArray(value)) {
    for (const changed of variations(value[0])) yield [changed, ...value.slice(1)];
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unheardOf: 1 };
    for (const [name, child] of Object.entries(value)) {
      const { [name]: _left, ...others } = value as Readonly<Record<string, unknown>>;
      yield others;
      for (const changed of variations(child)) yield { ...value, [name]: changed };
    }
  }
}

function verdict(schema: Schema, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value);
  return { success, data, issues: error?.issues };
}

describe('the part of zod that is bundled', () => {
  test('builds the same schemas for every row as zod, and accepts the same values', () => {
    for (const { name, row } of whole.operations()) {
      const [expected, actual] = [schemasOf(row), schemasOf(lean.findOperation(name)?.row ?? {})];
      expect(actual.map(([part]) => part)).toEqual(expected.map(([part]) => part));
      const { input, result } = exampleOf(name) as { input: unknown; result: unknown };
      expected.forEach(([part, schema], index) => {
        const counterpart = actual[index]?.[1] as Schema;
        expect(described(counterpart), `${name} ${part}`).toEqual(described(schema));
        for (const value of variations(/^\d/.test(part) ? result : input)) {
          expect(verdict(counterpart, value)).toEqual(verdict(schema, value));
        }
      });
    }
  }, 60_000);

  test('builds the same schemas for every event as zod', () => {
    for (const row of whole.eventRows()) {
      const [expected, actual] = [schemasOf(row), schemasOf(lean.findEvent(row.types[0]) ?? {})];
      expect(
        actual.map(([, schema]) => described(schema)),
        row.types.join(),
      ).toEqual(expected.map(([, schema]) => described(schema)));
    }
  });

  test("accepts and refuses a browser's bodies for the relay as zod does", () => {
    const key = `04${'a'.repeat(128)}`;
    const ticket = 'a.b.c.d.e';
    const bodies = {
      challenge: { id: 'AuthMethod:1', clientPublicKey: key, accountId: 'InternalAccount:1' },
      verify: { type: 'EMAIL_OTP', id: 'AuthMethod:1', otp: '000000', clientPublicKey: key },
      refreshBegin: { id: 'Session:1', clientPublicKey: key, lineage: ticket },
      revokeBegin: { id: 'AuthMethod:1' },
      actionBegin: { action: 'freezeCard', input: { cardId: 'Card:1' } },
      actionComplete: { ticket, stamp: 'c3RhbXA' },
    };
    const outcome = (
      parse: typeof wholeBodies.parseBody,
      call: keyof typeof bodies,
      body: unknown,
    ) => {
      try {
        return parse(call, body);
      } catch (error) {
        return String(error);
      }
    };
    for (const [name, body] of Object.entries(bodies)) {
      const call = name as keyof typeof bodies;
      expect(wholeBodies.parseBody(call, { ...body, unheardOf: 1 })).toEqual(body);
      for (const value of variations(body)) {
        expect(outcome(leanBodies.parseBody, call, value)).toEqual(
          outcome(wholeBodies.parseBody, call, value),
        );
      }
    }
  });

  test('does not bundle the rest of zod', async () => {
    const { metafile } = await build({
      entryPoints: [join(root, 'packages/contract/src/index.ts')],
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      format: 'esm',
      conditions: ['source'],
      plugins: [leanZod],
    });
    const [output] = Object.values(metafile.outputs);
    const bytes = Object.entries(output?.inputs ?? {})
      .filter(([path]) => /\/zod\//.test(path))
      .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    expect(bytes).toBeLessThan(45_000);
  });
});
