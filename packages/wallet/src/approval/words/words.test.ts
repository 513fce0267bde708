import { signedFields } from '@org/payments-contract/internal';
import { expect, it } from 'vitest';
import { english } from '../../ui/texts/english.ts';
import { german } from '../../ui/texts/german.ts';
import { englishTexts } from './english.ts';
import { germanTexts } from './german.ts';

/** The keys of the words, with those that the page puts something in marked. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'object' ? keysOf(word, `${path}${key}/`) : `${path}${key}: ${typeof word}`,
  );
}

it('has each word in each language', () => {
  expect(keysOf(german).sort()).toEqual(keysOf(english).sort());
  expect(keysOf(germanTexts)).toEqual(expect.arrayContaining(keysOf(englishTexts)));
  expect(german.wait(1)).toBe('Versuchen Sie es in 1 Sekunde noch einmal.');
  expect(german.wait(600)).toBe('Versuchen Sie es in 10 Minuten noch einmal.');
  expect(german.signIn.codeSent('$& {value}')).toBe('Ein Code wurde an $& {value} gesendet.');
});

it('has German for the row of each field that can be signed', () => {
  const fields = Object.values(signedFields).flatMap((paths) => paths.split(' '));
  // One row shows all of these.
  const rows = fields.filter((field) => !field.startsWith('attestation/'));
  const { labels } = germanTexts;
  const isNamed = (path: string) =>
    labels[path] !== undefined || path.split('/').every((part) => labels[part] !== undefined);
  expect(rows.filter((path) => !isNamed(path))).toEqual([]);
});
