import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['isolates of a direction', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['each kind of line end', 'a\r\n\v\f\u0085\u2028\u2029b', /^a(?:\[U\+[\dA-F]{4}\]){7}b$/],
  ['a run of one', 'a\n\n\n\u{e0041}\u{e0041}b', 'a[U+000A × 3][U+E0041 × 2]b'],
  ['tags and half of a pair', 'a\u{e0041}\ud83d', 'a[U+E0041][U+D83D]'],
  ['a filler and a selector of Mongolian', 'a\u3164\u180b', 'a[U+3164][U+180B]'],
  ['a soft hyphen and a joiner', 'pay\u00adpal\u200d', 'pay[U+00AD]pal[U+200D]'],
])('%s are shown by their number', (_, text, shown) => {
  expect(visibleText(text)).toMatch(shown);
});

test('marks are piled up as far as languages do, and shown by their number beyond that', () => {
  const vietnamese = 'Nguye\u0302\u0303n';
  expect(visibleText(vietnamese)).toBe(vietnamese);
  const shown = visibleText(`A${'\u0335'.repeat(200)}da`);
  expect(shown.match(/\p{M}/gu)).toHaveLength(4);
  expect(shown).toContain('[U+0335 × 196]da');
});

test('what the caller keeps is left as it is, and nothing else', () => {
  expect(visibleText('1\u202f000\n\u202e', /[\n\p{Zs}]/u)).toBe('1\u202f000\n[U+202E]');
});
