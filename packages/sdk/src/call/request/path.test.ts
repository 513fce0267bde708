import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import { fillPath, matchesTemplate, pathParams } from './path.ts';

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
