import { REDACTED } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { actOf } from './question-words.ts';
import { wordsOf } from './words.ts';

/** A token of a provider; nobody checks its signature here. */
function token(claims: object): string {
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

test("a provider's token is masked, and whom it names is shown", () => {
  const claims = { iss: 'https://accounts.example.com', sub: '17', email: 'eve\u202e@example.com' };
  const [word] = wordsOf({ oidcToken: REDACTED }, { oidcToken: token(claims) });
  expect(word).toEqual({
    label: 'oidcToken',
    value: `"${REDACTED}", a token that names "eve[U+202E]@example.com" (an unusual address, whose domain is "example.com") at "https://accounts.example.com"`,
  });
});

test.each(['a.b.c', 'secret', '', token({ sub: '17' }), token([])])('%j names nobody', (secret) => {
  const words = wordsOf({ deep: [{ secret: REDACTED }] }, { deep: [{ secret }] });
  expect(words).toEqual([{ label: 'deep.0.secret', value: `"${REDACTED}"` }]);
});

test.each([
  ['\u0421\u043e\u0441\u043e', 'it has letters that only look like Latin ones'],
  ['ada@b\u0430nk.example', 'an unusual address, whose domain is "xn--'],
])('of %j a person is told that %s', (name, note) => {
  expect(wordsOf({ name }, { name })[0]?.value).toContain(note);
});

test.each([
  ['Close card for good', 'Close card for good'],
  ["Pull money from an external account of the agent's customer", 'Pull money'],
  ['Approve an incoming payment that waits for the decision', 'Approve an incoming payment'],
  ['Issue a virtual card to a verified customer', 'Issue a virtual card'],
])('%j fits on a button', (title, act) => {
  expect(actOf(title, [])).toBe(act);
});
