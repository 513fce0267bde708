import { readFileSync } from 'node:fs';
import { eventRows, findEvent } from '@org/payments-contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { differencesPage, unlisted } from './differences-page.ts';

interface Webhook {
  readonly post: {
    readonly summary: string;
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': { readonly schema: { readonly properties: object } };
      };
    };
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

// `npm run generate -- --check` compares this page with what the generator writes, which takes seconds.
const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(text) as {
  webhooks: Record<string, Webhook>;
  paths: Record<string, unknown>;
};

async function errorsOf(value: object): Promise<unknown> {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(value) });
  return valid ? undefined : errors;
}

test('the document is valid OpenAPI 3.1', async () => {
  expect(await errorsOf(document)).toBeUndefined();
});

test('the validator finds errors in operations and in webhooks', async () => {
  const [type = ''] = Object.keys(document.webhooks);
  const [path = ''] = Object.keys(document.paths);
  for (const broken of [
    { ...document, openapi: 3.1 },
    { ...document, paths: { ...document.paths, [path]: { get: { responses: 'none' } } } },
    { ...document, webhooks: { ...document.webhooks, [type]: { post: { parameters: {} } } } },
  ]) {
    expect(await errorsOf(broken)).toBeDefined();
  }
});

test('every type of event is a webhook with its envelope, data and responses', () => {
  const types = eventRows().flatMap((row) => row.types);
  expect(Object.keys(document.webhooks).sort()).toEqual([...types].sort());
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const row = findEvent(type);
    const { properties } = post.requestBody.content['application/json'].schema;
    expect(properties).toMatchObject({ id: {}, type: { const: type }, timestamp: {} });
    expect('data' in properties).toBe(row?.data !== null);
    expect(post.summary).toMatch(/\.$/);
    const own = Object.keys(row?.responses ?? { '2XX': null, 409: null });
    expect(Object.keys(post.responses).sort()).toEqual(['400', '401', ...own].sort());
  }
});

test("the parameters have the contract's defaults, and none of its internal fields", () => {
  const { parameters } = (document.paths['/transactions'] as { get: { parameters: unknown[] } })
    .get;
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

test('each field of a row is in the document, or listed as a difference', () => {
  expect(unlisted()).toEqual([]);
  const page = differencesPage().text;
  for (const field of ['reconcile', 'moves', 'permission']) {
    expect(page).toMatch(new RegExp(`^\\| \`${field}\` \\| .+ \\| [1-9]\\d* \\|$`, 'm'));
  }
  const extensions = new Set(text.match(/(?<=")x-[a-z-]+(?=":)/g));
  for (const extension of extensions) expect(page).toContain(`\`${extension}\``);
});
