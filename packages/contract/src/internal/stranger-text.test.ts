import { expect, test } from 'vitest';
import { mixedAlphabets, strangerText, visibleText } from './stranger-text.ts';

test('a word that mixes alphabets is found', () => {
  expect(mixedAlphabets('Gr\u0430ce Hopper')).toEqual(['Latin', 'Cyrillic']);
  expect(mixedAlphabets('\u0391cme GmbH')).toEqual(['Latin', 'Greek']);
});

test.each([
  'Grace Hopper',
  "Conan O'Brien (\u00e9)",
  '\u0418\u0432\u0430\u043d Bank',
  'Zo\u00eb 3M',
  '\u5f20 Wei',
  '\u05e2\u05d3\u05d4',
  '\u0627\u0644\u0627\u0633\u0645',
  'Αθηνά',
  'Յովհաննէս',
  '\u1403\u14c4\u1483\u144e\u1450\u1466',
  'ada+cards@mail.example.com',
  '$ada@example.com',
  '“Ada” „GmbH“',
  'Rue n\u00ba 5',
  'NTT\u30c9\u30b3\u30e2\uff08\u682a\uff09',
  'T\u30b7\u30e3\u30c4 2\u4e01\u76ee',
  '\u0661\u0662\u0663 Bank 1',
])('%s is shown as it is', (name) => {
  expect(strangerText(name)).toEqual({ text: name, rest: 0, marks: [] });
});

test.each([
  ['\u0410da', ['mixed']],
  ['Ada \u0430', ['lookalike']],
  ['\u0441\u043e\u0441\u043e', ['lookalike']],
  ['\u{1d400}da', ['lookalike']],
  ['\uff21da', ['lookalike']],
  ['\u0251da', ['lookalike']],
  ['\ua4eeda', ['mixed']],
  ['\ua4ee\ua4d3\ua4ee', ['lookalike']],
  ['\u15e9\u15ea\u15e9', ['lookalike']],
  ['\u{10423}\u{10404}', ['lookalike']],
  ['\u{10300}\u{10301}', ['lookalike']],
  ['\u0905da', ['mixed']],
  ['ada\uff20evil.example', ['lookalike']],
  ['1\u066c500\u066b00', ['lookalike']],
  ['1\u0662', ['lookalike']],
  ['DE\u09ea\u09ea', ['lookalike']],
  ['1\u201a500', ['lookalike']],
  ['Goog\u4e28e', ['lookalike']],
  ['Ju\u30fcl', ['lookalike']],
  ['1\u3007\u3007', ['lookalike']],
  ['A\u0336d\u0336a', ['invisible']],
  ['A\u20dd', ['invisible']],
  ['Ada\ufffc', ['invisible']],
  ['Ada\u202e\u200b', ['invisible']],
  ['Ada\nGrace', ['invisible']],
  ['Ada    Grace', ['invisible']],
  [' Ada', ['invisible']],
])('%j is marked as %j', (name, marks) => {
  expect(strangerText(name).marks).toEqual(marks);
});

test.each([
  ['"ada@example.com"@evil.example', 'evil.example'],
  ['ada@example.com@evil.example', 'evil.example'],
  ['ada@ex\u00e1mple.com', 'xn--exmple-qta.com'],
  ['ada@xn--exmple-qta.com', 'xn--exmple-qta.com'],
  ['ada@examp1e.com', 'examp1e.com'],
  ['ada@localhost', 'localhost'],
  [`ada@${'a.'.repeat(50)}evil.example`, `${'a.'.repeat(50)}evil.example`.slice(-80)],
])('the domain of the address %s is named', (address, domain) => {
  expect(strangerText(address)).toMatchObject({ domain });
  expect(strangerText(address).marks).toContain('address');
});

test('a long text is cut, drawn or not, and the rest counted', () => {
  expect(strangerText('a'.repeat(5_000))).toEqual({ text: 'a'.repeat(80), rest: 4_920, marks: [] });
  const { text, rest } = strangerText('\u200b\u202e'.repeat(50));
  expect([...text].length).toBeLessThanOrEqual(80);
  expect(rest).toBe(90);
  expect(strangerText('\u{1f600}'.repeat(81)).rest).toBe(1);
});

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
  const shown = visibleText(`A${'\u0301'.repeat(200)}da`);
  expect(shown.match(/\p{M}/gu)).toHaveLength(4);
  expect(shown).toContain('[U+0301 × 196]da');
});

test('what the caller keeps is left as it is, and nothing else', () => {
  expect(visibleText('1\u202f000\n\u202e', /[\n\p{Zs}]/u)).toBe('1\u202f000\n[U+202E]');
});
