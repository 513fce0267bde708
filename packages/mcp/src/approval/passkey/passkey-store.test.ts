import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filePasskeys, type Passkey } from './passkey-store.ts';

const passkey = (id: string, person: string, counter = 0): Passkey => ({
  id,
  person,
  publicKey: 'key',
  counter,
  transports: [],
  createdAt: '2026-01-05T09:00:00.000Z',
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'passkeys-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('passkeys are kept for each person over a restart, in a file of their owner only', async () => {
  const path = join(folder(), 'state', 'passkeys.json');
  const first = filePasskeys(path);
  expect(await first.list('ada')).toEqual([]);
  await Promise.all([first.put(passkey('1', 'ada')), first.put(passkey('2', 'grace'))]);
  await first.put(passkey('1', 'ada', 7));
  expect(await filePasskeys(path).list('ada')).toEqual([passkey('1', 'ada', 7)]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, '..'))).toEqual(['passkeys.json']);
});

test('a file that cannot be read lets nobody register another passkey', async () => {
  const path = join(folder(), 'passkeys.json');
  writeFileSync(path, '{ broken');
  await expect(filePasskeys(path).list('ada')).rejects.toThrow(SyntaxError);
});
