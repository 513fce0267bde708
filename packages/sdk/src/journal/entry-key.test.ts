import { compactDecrypt } from 'jose';
import { expect, test } from 'vitest';
import { type EntryKey, entryKey } from './entry-key.ts';

const bytes = () => Uint8Array.from({ length: 32 }, (_, index) => index);
const node = () => entryKey(bytes());
const web = () => entryKey(bytes(), () => undefined);

async function opened({ key }: EntryKey, token: string) {
  const { plaintext, protectedHeader } = await compactDecrypt(token, key);
  return { text: new TextDecoder().decode(plaintext), protectedHeader };
}

test.each([
  ['node:crypto', node, web],
  ['WebCrypto', web, node],
])('what %s seals is a JWE that either opens', async (_, seals, opens) => {
  const content = '{"amount":"9007199254740993","name":"Zoë 💶"}';
  const token = await (await seals()).seal(content, 'name.1');
  const header = { alg: 'dir', enc: 'A256GCM', kid: 'name.1', typ: 'payments-journal-entry+1' };
  for (const key of [await opens(), await seals()]) {
    expect(await opened(key, token)).toEqual({ text: content, protectedHeader: header });
  }
  const again = await (await seals()).seal(content, 'name.1');
  expect(again.split('.')[2]).not.toBe(token.split('.')[2]);
});

test.each([0, 2, 3, 4])('a sealed entry whose part %i was changed is not opened', async (part) => {
  const key = await node();
  const parts = (await key.seal('{}', 'name.1')).split('.');
  const other = (await key.seal('{"a":1}', 'name.2')).split('.')[part] ?? '';
  const changed = parts.with(part, other).join('.');
  await expect(opened(key, changed)).rejects.toThrow();
});

test('both authenticate with the same HMAC-SHA-256', async () => {
  const [one, other] = [await node(), await web()];
  const digest = await other.hmac('text');
  expect(await one.hmac('text')).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await one.hmac('other')).not.toBe(digest);
});

test.each([
  ['node:crypto', undefined],
  ['WebCrypto', () => undefined],
])('the bytes of a key of %s are overwritten', async (_, builtin) => {
  const own = bytes();
  await entryKey(own, builtin);
  expect(own.every((byte) => byte === 0)).toBe(true);
});
