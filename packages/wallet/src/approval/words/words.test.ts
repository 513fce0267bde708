import { signedFields } from '@org/payments-contract/internal';
import { describe, expect, it } from 'vitest';
import { english, french, german, portuguese, spanish } from '../../ui/index.ts';
import { englishTexts } from './english.ts';

/** The keys of the words, with those that the page puts something in marked. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'object' ? keysOf(word, `${path}${key}/`) : `${path}${key}: ${typeof word}`,
  );
}

const languages = { french, german, portuguese, spanish };

describe.each(Object.entries(languages))('%s', (_, { review = {}, ...texts }) => {
  it('has each word', () => {
    expect(keysOf(texts).sort()).toEqual(keysOf(english).sort());
    expect(keysOf(review)).toEqual(expect.arrayContaining(keysOf(englishTexts)));
    expect(Object.keys(review).sort()).toEqual(Object.keys(englishTexts).sort());
    expect(review.lang).toBe(texts.lang);
    expect(Intl.getCanonicalLocales(texts.lang)).toEqual([texts.lang]);
    expect(texts.signIn.codeSent('$& {value}')).toContain('$& {value}');
  });

  it('has a label for the row of each field that can be signed', () => {
    const fields = Object.values(signedFields).flatMap((paths) => paths.split(' '));
    // One row shows all of these.
    const rows = fields.filter((field) => !field.startsWith('attestation/'));
    const { labels = {} } = review;
    const isNamed = (path: string) =>
      labels[path] !== undefined || path.split('/').every((part) => labels[part] !== undefined);
    expect(rows.filter((path) => !isNamed(path))).toEqual([]);
  });

  it('has a word of its own for each sentence', () => {
    const pairs = [
      ...Object.entries(texts.errors).map(([key, word]) => [word, english.errors[key as 'WAIT']]),
      ...Object.entries(review.headings ?? {}).map(([key, word]) => [
        word,
        englishTexts.headings[key as 'unknown'],
      ]),
    ];
    expect(pairs.filter(([own, other]) => own === other)).toEqual([]);
  });
});

it('says how long to wait in the units of the language', () => {
  expect(german.wait(1)).toBe('Versuchen Sie es in 1 Sekunde noch einmal.');
  expect(spanish.wait(600)).toBe('Inténtelo de nuevo en 10 minutos.');
  expect(french.wait(60)).toBe('Réessayez dans 60\u00A0secondes.');
  expect(portuguese.signIn.resendIn(30)).toBe('Outro código em 30 segundos');
});
