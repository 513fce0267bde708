import { expect, test } from 'vitest';
import { isolated, quotedText, shortText } from './quoted-text.ts';

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
  expect(quotedText('a'.repeat(82))).toBe(`"${'a'.repeat(80)}" and 2 more characters`);
  expect(shortText('\u{1f600}'.repeat(82))).toMatch(/^\u{1f600}{80} and 2 more characters$/u);
});

test.each([
  ['marks', '\u0301\u0302'.repeat(1_000)],
  ['invisible characters', '\u200b\u202e'.repeat(100_000)],
  ['quotation marks', '"\u201d'.repeat(300)],
])('%s by the hundred do not push away what follows', (_, text) => {
  expect(quotedText(text)).toMatch(/^"[^"]{8,900}" and \d+ more characters$/);
});

test('a quoted part changes nothing around it, in a dialog that renders Markdown either', () => {
  const [arabic, linked] = ['\u0639\u0645\u0631', '[Bank](https://evil.example.com) `x`'];
  const text = `To ${quotedText(arabic)}, ${quotedText(linked)} and ${quotedText('Grace')}`;
  const shown = isolated(text, true);
  expect(shown).toContain(`\u2068"${arabic}"\u2069, \`"[Bank](https`);
  expect(shown).toMatch(/^[^`]+`[^`]+` and "Grace"$/);
  expect(isolated(text, false)).not.toMatch(/^To `|, `/);
});
