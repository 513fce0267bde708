import { operations } from '@org/payments-contract';
import { fieldNames } from '@org/payments-contract/internal/schema';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryJournal } from '../../../test/memory-journal.ts';
import {
  card,
  challenge,
  json,
  networkError,
  passport,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { unknownOutcome } from '../../../test/thrown.ts';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import type { CallOptions, ExtraFields } from '../options.ts';
import { fillPath, matchesTemplate, pathParams } from './path.ts';

const BASE = 'https://api.example.com/payments/2025-10-13';
const update = { id: 'Card:1', state: 'FROZEN' } as const;
const extra = {
  body: { note: 'spare', limits: { daily: 5 }, left: undefined },
  query: { dryRun: true, tag: ['a b', 'c'], left: undefined },
};
const stamper = { stamp: async () => 'stamp-value' };

describe('extra fields of a call', () => {
  test('are in both requests of a signed change, which are identical, and in the journal', async () => {
    const journal = memoryJournal();
    const options = { journal };
    const { payments, received } = scriptedClient([json(202, challenge), json(200, card)], options);
    await payments.cards.update(update, { extra, stamper });
    const body = '{"state":"FROZEN","note":"spare","limits":{"daily":5}}';
    const url = `${BASE}/cards/Card:1?dryRun=true&tag=a+b&tag=c`;
    expect(received.map((request) => [request.url, request.body])).toEqual([
      [url, body],
      [url, body],
    ]);
    const [entry] = journal.entries.values();
    expect(entry?.request).toMatchObject({ body, search: '?dryRun=true&tag=a+b&tag=c' });
  });

  test('are in every repetition, and in a step that another process completes', async () => {
    const script = [networkError('ECONNREFUSED'), json(202, challenge), json(200, card)];
    const { payments, received } = scriptedClient(script);
    const step = await payments.cards.update.begin(update, { extra });
    await payments.cards.update.complete(JSON.stringify(step), 'stamp-value');
    expect(new Set(received.map((request) => request.url + request.body)).size).toBe(1);
    expect(received).toHaveLength(3);
    expect(received[0]?.body).toContain('"note":"spare"');
  });

  test('are added to the query of the input, on each page of a list', async () => {
    const page = (hasMore: boolean) => ({
      data: [],
      hasMore,
      ...(hasMore && { nextCursor: 'next' }),
    });
    const { payments, received } = scriptedClient([json(200, page(true)), json(200, page(false))]);
    const options = { extra: { query: { region: 'EU' } } };
    for await (const one of payments.transactions.list({ limit: 5 }, options)) expect(one).toBe('');
    const expected = ['limit=5&region=EU', 'limit=5&cursor=next&region=EU'];
    expect(received.map(({ url }) => url.split('?')[1])).toEqual(expected);
  });

  test('become a body where the operation has none, and fields of an upload', async () => {
    const { payments, received } = scriptedClient([
      json(200, { id: 'Transaction:1', status: 'REJECTED' }),
      json(201, { id: 'Document:1' }),
    ]);
    await payments.transactions
      .approve({ transactionId: 'Transaction:1' }, { extra: { body: { note: 'x' } } })
      .catch(() => undefined);
    expect(received[0]?.body).toBe('{"note":"x"}');
    const content = new TextEncoder().encode('%PDF-1.7 a passport');
    const file = { content, fileName: 'passport.pdf', contentType: 'application/pdf' };
    const scanned = { extra: { body: { scanner: 'X1', left: undefined } } };
    await payments.documents.create({ ...passport, documentNumber: 'X', file }, scanned);
    expect(received[1]?.body).toContain('name="scanner"\r\n\r\nX1\r\n');
    expect(received[1]?.body).not.toContain('name="left"');
  });

  test('do not prevent that a lost change is found by a read', async () => {
    const lost = networkError('ECONNRESET');
    const { payments, script } = scriptedClient([json(202, challenge), lost]);
    const error = await unknownOutcome(payments.cards.update(update, { extra, stamper }));
    script.push(json(200, card));
    expect(await error.reconcile?.()).toMatchObject({ outcome: 'applied' });
  });

  test.each<[string, ExtraFields, string]>([
    ['a field of the body', { body: { state: 'ACTIVE' } }, 'options.extra.body.state'],
    ['a field of the path', { query: { id: 'Card:2' } }, 'options.extra.query.id'],
    ['a field of the body, in the query', { query: { state: 'x' } }, 'options.extra.query.state'],
    ['another part', { headers: {} } as never, 'options.extra.headers'],
    ['a body that is not an object', { body: 'text' as never }, 'options.extra.body'],
    ['a value that JSON cannot hold', { body: { at: new Map() } }, 'options.extra.body.at'],
    ['a query value that is an object', { query: { at: {} as never } }, 'options.extra.query.at'],
    ['a prototype', { body: JSON.parse('{"__proto__":1}') }, 'options.extra.body.__proto__'],
    ['something other than an object', 'x' as never, 'options.extra'],
  ])('are refused before anything is sent: %s', async (_what, wrong, path) => {
    const { payments, received } = scriptedClient([]);
    await expect(payments.cards.update(update, { extra: wrong, stamper })).rejects.toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path }],
    });
    expect(received).toEqual([]);
  });

  test('of a call are refused where they would have no effect', async () => {
    const { payments, received } = scriptedClient([json(202, challenge)]);
    const body: CallOptions = { extra: { body: { note: 'x' } } };
    const refused = (message: string) =>
      expect.objectContaining({ issues: [expect.objectContaining({ message })] });
    await expect(payments.cards.get({ id: 'Card:1' }, body)).rejects.toEqual(
      refused('a GET has no body; use `query`'),
    );
    await expect(payments.request({ method: 'POST', path: '/x' }, body)).rejects.toEqual(
      refused('put these fields into the request itself'),
    );
    const step = await payments.cards.update.begin(update);
    await expect(
      payments.cards.update.complete(JSON.stringify(step), 'stamp', body),
    ).rejects.toEqual(refused('the step is complete; pass these fields to `begin`'));
    expect(received).toHaveLength(1);
  });
});

test('the fields of every body are known, so that none of them can be overridden', () => {
  for (const { name, row } of operations()) {
    if (row.body !== undefined) expect(fieldNames(row.body), name).not.toEqual([]);
  }
});

const template = '/cards/{id}/x';
const acceptable = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => !['.', '..'].includes(text) && !/\p{Cc}/u.test(text));

describe('the path encoder', () => {
  test('keeps the colon of an id readable', () => {
    expect(fillPath('/cards/{id}', { id: 'Card:7c1e' })).toBe('/cards/Card:7c1e');
  });

  test.each(['', '.', '..', '\u0000', 'a\nb', 'a\u0085b', 'Card:\ud800', undefined, null, 7, {}])(
    'refuses %j',
    (id) => {
      expect(() => fillPath(template, { id })).toThrow(InvalidRequestError);
    },
  );

  test('any other text becomes exactly one segment, which decodes to the same text', () => {
    fc.assert(
      fc.property(acceptable, (id) => {
        const path = fillPath(template, { id });
        const url = new URL(`https://example.com/base${path}`);
        const segments = url.pathname.split('/');
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments[3] ?? '')).toBe(id);
        expect(url.search + url.hash).toBe('');
        expect(matchesTemplate(template, path)).toBe(true);
      }),
    );
  });

  test.each([
    '/cards/a/b/x',
    '/cards//x',
    '/cards/../x',
    '/cards/./x',
    '/cards/a?b/x',
    '/cards/a#b/x',
    '/cards/a%zz/x',
    '/cards/a%/x',
    '/cards/a\\b/x',
    '/cards/a/y',
    'https://e.example/cards/a/x',
    '//e/cards/x',
  ])('a template does not match %s', (path) => {
    expect(matchesTemplate(template, path)).toBe(false);
  });

  test.each(['/cards', '/cards/{id}', '/cards/{id}/x', '/a/{id}/b/{other}', '/a/{id}/{other}/b'])(
    'the values of %s are read back from its paths',
    (template) => {
      fc.assert(
        fc.property(acceptable, acceptable, (id, other) => {
          const names = template.match(/\w+(?=\})/g) ?? [];
          const values = Object.fromEntries(names.map((name) => [name, { id, other }[name]]));
          expect(pathParams(template, fillPath(template, values))).toEqual(values);
        }),
      );
    },
  );
});
