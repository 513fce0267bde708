import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@org/payments-contract';
import { expect, test } from 'vitest';
import { openApiDocument } from '../docs/openapi/document.ts';
import { root } from '../lib/workspace.ts';
import type { Change } from './changes.ts';
import type { FieldMap } from './fields.ts';
import { concerns, expressionOf, obligations, obligationsOn, patternOn } from './register.ts';
import { namesOf } from './report.ts';
import { digestOf, keptSentences } from './sentences.ts';
import { surfaceOf } from './surface.ts';

/** Changes that nobody has decided, since no document has them: one of each kind for a field. */
const news = [
  ['enum widened', 'MELTED'],
  ['enum narrowed', 'MELTED'],
  ['enum given', 'MELTED'],
  ['enum dropped', 'MELTED'],
  ['type changed', 'string → array'],
  ['limit changed', 'maxLength none → 7'],
  ['limit changed', 'pattern none → ^melted$'],
  ['variant added', 'type MELTED'],
  ['variant removed', 'type MELTED'],
] as const;

function change(endpoint: string, place: string, kind: string, rest: Partial<Change> = {}): Change {
  const { field = '' } = rest;
  const path = field === '' ? '' : ` ${field}`;
  return {
    key: `${endpoint} ${place}${path}: ${kind}`,
    endpoint,
    kind,
    effect: 'breaks',
    ...rest,
  };
}

/** Changes of each field, and a new field beside it. */
function changesOf(endpoint: string, place: string, fields: FieldMap): Change[] {
  return [...fields].flatMap(([field, { schema }]) => {
    const rest = { field, ...(schema === undefined ? {} : { schema }) };
    const parts = field.split('.');
    const beside = [...parts.slice(0, -1), 'melted'].join('.');
    return [
      ...news.map(([kind, detail]) => change(endpoint, place, kind, { ...rest, detail })),
      change(endpoint, place, 'field added', { ...rest, field: beside }),
      change(endpoint, place, 'required field added', { ...rest, field: beside }),
    ];
  });
}

test('no decision hides a difference that it does not name', () => {
  const { operations, events } = surfaceOf(openApiDocument());
  const found = new Map<string, Change>();
  const add = (changes: readonly Change[]) => {
    for (const each of changes) found.set(namesOf(each)[0] ?? '', each);
  };
  for (const [endpoint, { parameters, request, results }] of operations) {
    add(changesOf(endpoint, 'parameter', parameters));
    add(changesOf(endpoint, 'request', request));
    for (const [status, fields] of results) add(changesOf(endpoint, status, fields));
    for (const status of ['203', '418']) {
      add([change(endpoint, status, 'status added'), change(endpoint, status, 'status removed')]);
    }
    add([change(endpoint, '401', 'status removed')]);
  }
  for (const [type, { results }] of events) {
    for (const [place, fields] of results) add(changesOf(`event ${type}`, place, fields));
  }
  const hidden = [...found.values()].flatMap((each) => {
    const pattern = patternOn(namesOf(each));
    // Which provider of stablecoins there is, nobody has to know.
    const isKnown = /^\{.*tablecoin.*provider: enum given \(\*\)$/.test(pattern ?? '');
    return pattern === undefined || isKnown ? [] : [`${namesOf(each)[0]} by ${pattern}`];
  });
  expect(hidden).toEqual([]);
  expect(found.size).toBeGreaterThan(20_000);
});

test('obligations name operations of the contract, and each has its own id', () => {
  const names = contract.operations().map(({ name }) => name);
  const nowhere = obligations.flatMap((each) =>
    each.where.filter(
      (name) => name !== '*' && !names.some((own) => concerns({ ...each, where: [name] }, own)),
    ),
  );
  expect(nowhere).toEqual([]);
  expect(obligations.filter(({ where }) => where.length === 0)).toEqual([]);
  const blank = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const known = contract.operations().map(({ row }) => blank(`${row.method} ${row.path}`));
  const cited = obligations.flatMap(({ from }) => from.match(/[A-Z]{3,6} \/[\w/{}-]+/g) ?? []);
  expect(cited.filter((place) => !known.includes(blank(place)))).toEqual([]);
  expect(new Set(obligations.map(({ id }) => id)).size).toBe(obligations.length);
});

test('a proof that an obligation names is a test', () => {
  const proofs = obligations.flatMap(({ proof }) => (proof === undefined ? [] : [proof]));
  const missing = proofs.filter((proof) => {
    const [file = '', title = ''] = proof.split(' > ');
    const quoted = [`'${title}'`, `"${title}":`];
    const text = readFileSync(join(root, file), 'utf8');
    return title === '' || !quoted.some((each) => text.includes(each));
  });
  expect(proofs.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('every part of the reference that says something has an obligation', () => {
  const parts = [...keptSentences().keys()].filter((part) => !part.startsWith('guide '));
  expect(parts.length).toBeGreaterThan(600);
  expect(parts.filter((part) => obligationsOn(part).length === 0)).toEqual([]);
});

test('the pages and headings of guides that obligations cite were read', () => {
  const kept = keptSentences();
  const cited = obligations.flatMap(({ from }) => from.match(/guide [^;]+/g) ?? []);
  const unknown = cited.filter((place) => {
    const [page = '', ...headings] = place.split(', ');
    const found = [...kept].filter(([owner]) => expressionOf(page).test(owner));
    return !found.some(([, digests]) => headings.every((each) => digests.has(digestOf(each))));
  });
  expect(cited.length).toBeGreaterThan(50);
  expect(unknown).toEqual([]);
});

/** What says nothing of a shape: the words of a document. */
const words = new Set(['description', 'summary', 'title', 'x-origin']);

test('rule 191: each field, value, limit, status, code, rail and transition is as it was compared with the sources', async () => {
  const { paths, webhooks, components } = openApiDocument() as Record<
    string,
    Record<string, object>
  >;
  const machines = Object.entries(contract).filter(
    ([, each]) => typeof each === 'object' && 'transitions' in each,
  );
  const types = Object.entries<object>(contract.accountVariants).map(([type, each]) => {
    const told = Object.entries(each).filter(([name]) => name !== 'fields' && name !== 'details');
    return [`type ${type}`, told];
  });
  const parts = [paths, webhooks, components?.schemas].flatMap((each) =>
    Object.entries(each ?? {}),
  );
  const lines = [...parts, ...machines, ...types].map(([name, part]) => {
    const shape = JSON.stringify(part, (key, value) =>
      words.has(key) && typeof value === 'string' ? undefined : value,
    );
    return `${name}\t${digestOf(shape)}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../docs/register-shapes.txt');
});
