import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import { eventRows, findEvent } from '@org/payments-contract/events';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../lib/workspace.ts';
import { openApiDocument } from './document.ts';

type Operation = Readonly<{
  operationId: string;
  summary: string;
  requestBody: unknown;
  responses: object;
  parameters?: unknown[];
}>;

interface Document {
  readonly webhooks: Record<string, { readonly post: Operation }>;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: object; readonly responses: object };
}

let text = '';
let document: Document;
let described: readonly Operation[];

/** Time for the compiler to read the comments of the contract, once, on a busy machine. */
beforeAll(() => {
  text = JSON.stringify(openApiDocument());
  document = JSON.parse(text) as Document;
  described = Object.values(document.paths).flatMap((item) => Object.values(item));
}, 120_000);

test('the document is valid OpenAPI 3.1, and one without responses is not', async () => {
  const [path = ''] = Object.keys(document.paths);
  const broken = { ...document.paths, [path]: { get: { responses: 'none' } } };
  const validator = new Validator();
  expect(await validator.validate(structuredClone({ ...document }))).toMatchObject({ valid: true });
  const { valid } = await validator.validate({ ...document, paths: broken });
  expect(valid).toBe(false);
});

test('every type of event is a webhook with its envelope, data and responses', () => {
  const types = eventRows().flatMap((row) => row.types);
  expect(Object.keys(document.webhooks).sort()).toEqual([...types].sort());
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const row = findEvent(type);
    const data = row?.data === null ? {} : { data: expect.anything() };
    const properties = { id: {}, type: { const: type }, timestamp: {}, ...data };
    const schema = { properties, required: Object.keys(properties) };
    expect(post.requestBody).toMatchObject({ content: { 'application/json': { schema } } });
    expect(post.summary).toMatch(/\.$/);
    const own = Object.keys(row?.responses ?? { '2XX': null, 409: null });
    expect(Object.keys(post.responses).sort()).toEqual(['400', '401', ...own].sort());
  }
});

test("the parameters have the contract's defaults, and none of its internal fields", () => {
  const parameters = document.paths['/transactions']?.get?.parameters;
  expect(parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'limit', schema: expect.objectContaining({ default: 20 }) }),
      expect.objectContaining({
        name: 'sortOrder',
        schema: expect.objectContaining({ default: 'desc' }),
      }),
    ]),
  );
  expect(text).toContain('"x-known-values"');
  for (const mark of ['known', 'x-known', 'secret', 'prefix', 'list', 'free']) {
    expect(text).not.toMatch(new RegExp(`"${mark}":(?!\\{)`));
  }
});

test('each field of a row is in the document, or on the page of differences', () => {
  const page = readFileSync(join(root, 'docs/guides/openapi-differences.md'), 'utf8');
  const fields = operations().flatMap(({ row }) =>
    Object.entries(row).flatMap(([field, value]) => (value === undefined ? [] : [field])),
  );
  for (const field of new Set(fields)) expect(page).toContain(`\`${field}\``);
  const extensions = new Set(text.match(/(?<=")x-[a-z-]+(?=":)/g));
  for (const extension of extensions) expect(page).toContain(`\`${extension}\``);
});

test('refers only to schemas that it contains', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBe(text.split('"$ref"').length - 1);
  for (const [, kind, name] of references) {
    const held = kind === 'schemas' ? document.components.schemas : document.components.responses;
    expect(Object.keys(held)).toContain(name);
  }
});

test('describes each operation once, with the challenge where it may have to be signed', () => {
  expect(described).toHaveLength(operations().length);
  for (const { name, row } of operations()) {
    const found = described.filter(({ operationId }) => operationId === name);
    expect(found, name).toHaveLength(1);
    const accepted = new Map(Object.entries(found[0]?.responses ?? {})).get('202');
    const hasChallenge = row.signing === 'required' || row.signing === 'conditional';
    expect(JSON.stringify(accepted ?? '').includes('Challenge'), name).toBe(hasChallenge);
  }
});

test('describes uploads as forms with a binary part of the accepted types', () => {
  const uploads = operations().filter(({ row }) => row.media === 'multipart');
  expect(uploads.length).toBeGreaterThan(0);
  for (const { name } of uploads) {
    const found = described.find(({ operationId }) => operationId === name);
    const form = { encoding: { file: { contentType: expect.stringMatching(/^\w+\/\w+/) } } };
    expect(found).toMatchObject({ requestBody: { content: { 'multipart/form-data': form } } });
    expect(document.components.schemas).toMatchObject({
      [`${name}.body`]: { properties: { file: { type: 'string', format: 'binary' } } },
    });
  }
});

test('marks secrets and lists the known values of open enums', () => {
  expect(text).toContain('"x-secret":true');
  expect(text).toContain('"x-known-values":["PENDING_KYC"');
});
