import { CompactEncrypt, compactDecrypt } from 'jose';
import { expect, test } from 'vitest';
import { entryKey, keyIdOf } from './entry-key.ts';

const bytes = () => Uint8Array.from({ length: 32 }, (_, index) => index);
const node = () => entryKey(bytes());
const web = () => entryKey(bytes(), () => undefined);

/** By an implementation of RFC 7516 that is not ours. */
async function openedByJose(token: string) {
  const { plaintext, protectedHeader } = await compactDecrypt(token, bytes());
  return { text: new TextDecoder().decode(plaintext), protectedHeader };
}

test.each([
  ['node:crypto', node, web],
  ['WebCrypto', web, node],
])('what %s seals is a JWE that either opens', async (_, seals, opens) => {
  const content = '{"amount":"9007199254740993","name":"Zoë 💶"}';
  const token = await (await seals()).seal(content, 'name.1');
  const header = { alg: 'dir', enc: 'A256GCM', kid: 'name.1', typ: 'payments-journal-entry+1' };
  expect(await openedByJose(token)).toEqual({ text: content, protectedHeader: header });
  for (const key of [await opens(), await seals()]) expect(await key.open(token)).toBe(content);
  expect(keyIdOf(token)).toBe('name.1');
  const again = await (await seals()).seal(content, 'name.1');
  expect(again.split('.')[2]).not.toBe(token.split('.')[2]);
});

test.each([node, web].flatMap((make) => [0, 1, 2, 3, 4].map((part) => ({ make, part }))))(
  'a sealed entry whose part $part was changed is not opened',
  async ({ make, part }) => {
    const key = await make();
    const parts = (await key.seal('{}', 'name.1')).split('.');
    const other = (await key.seal('{"a":1}', 'name.2')).split('.')[part] || 'AA';
    const changed = parts.with(part, other).join('.');
    await expect(async () => key.open(changed)).rejects.toThrow();
    await expect(async () => key.open(`${parts.join('.')}.AA`)).rejects.toThrow();
    const shortTag = parts.with(4, (parts[4] ?? '').slice(0, 16)).join('.');
    await expect(async () => key.open(shortTag)).rejects.toThrow();
  },
);

test('a token of another kind names no key', async () => {
  const key = new Uint8Array(32);
  const sealed = async (header: object) =>
    new CompactEncrypt(new Uint8Array())
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'name.1', ...header })
      .encrypt(key);
  for (const header of [{}, { typ: 'JWT' }]) {
    const token = await sealed(header);
    expect(() => keyIdOf(token)).toThrow('not a sealed entry');
  }
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
