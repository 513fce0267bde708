import { expect, test } from 'vitest';
import { mixedAlphabets, quotedText, shortText, visibleText } from './visible-text.ts';

test.each([
  ['isolates of a direction', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['each kind of line end', 'a\r\n\v\f\u0085\u2028\u2029b', /^a(?:\[U\+[\dA-F]{4}\]){7}b$/],
  ['a run of one', 'a\n\n\n\u{e0041}\u{e0041}b', 'a[U+000A × 3][U+E0041 × 2]b'],
  ['tags and half of a pair', 'a\u{e0041}\ud83d', 'a[U+E0041][U+D83D]'],
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

test('a name cannot seem to end before it does', () => {
  const marks = [
    '"',
    '\u201d',
    '\u201c',
    '\uff02',
    '\u2033',
    '\u3003',
    '\u05f4',
    '\u275e',
    '\u{1f677}',
  ];
  for (const mark of marks) {
    const shown = quotedText(`Grace Hopper${mark}, account number ending 1111, paid before`);
    expect(shown.slice(1, -1)).not.toContain(mark);
    expect(shown).toContain('Grace Hopper[U+');
  }
  expect(quotedText("Conan O'Brien (\u00e9)")).toBe('"Conan O\'Brien (\u00e9)"');
});

test('a long text is shortened, and says by how much', () => {
  expect(quotedText('a'.repeat(302))).toBe(`"${'a'.repeat(300)}" and 2 more characters`);
  expect(shortText('a'.repeat(302))).toBe(`${'a'.repeat(300)} and 2 more characters`);
  expect(shortText('\u{1f600}'.repeat(302))).toMatch(/^\u{1f600}{150} and 304 more characters$/u);
});

test.each([
  ['marks', '\u0301\u0302'.repeat(1_000)],
  ['invisible characters', '\u200b\u202e'.repeat(100_000)],
  ['quotation marks', '"\u201d'.repeat(300)],
])('%s by the hundred do not push away what follows', (_, text) => {
  expect(quotedText(text)).toMatch(/^"[^"]{100,300}" and \d+ more characters$/);
});

test('a word that mixes alphabets is found', () => {
  expect(mixedAlphabets('Gr\u0430ce Hopper')).toEqual(['Latin', 'Cyrillic']);
  expect(mixedAlphabets('\u0391cme GmbH')).toEqual(['Latin', 'Greek']);
  for (const name of [
    'Grace Hopper',
    '\u0418\u0432\u0430\u043d Bank',
    'Zo\u00eb 3M',
    '\u5f20 Wei',
  ]) {
    expect(mixedAlphabets(name)).toEqual([]);
  }
});
