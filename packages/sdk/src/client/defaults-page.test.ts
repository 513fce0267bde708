import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_RETRY_AFTER, retryDelay } from '../call/send/retry-policy.ts';
import { resolveSettings } from '../webhooks/handler/options.ts';
import { clientSettings } from './settings.ts';

const page = readFileSync(
  new URL('../../../../docs/guides/retries-and-defaults.md', import.meta.url),
  'utf8',
);

/** The options and their defaults in the table under a heading of the page. */
function documented(heading: string): [name: string, value: number | string][] {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\| `(\w+)` \| (?:`(\w+)`|([\d,]+))/gm)].map(
    ([, name = '', word, number = '']) => [name, word ?? Number(number.replaceAll(',', ''))],
  );
}

test('the defaults on the page are those of the client and of the webhook handler', () => {
  const client = documented('Options of a client');
  const webhooks = documented('Options of a webhook handler');
  expect([client.length, webhooks.length]).toEqual([5, 6]);
  expect(clientSettings({}, 'test')).toMatchObject(Object.fromEntries(client));
  expect(resolveSettings({ publicKeys: undefined })).toMatchObject(Object.fromEntries(webhooks));
});

test('the waits on the page are those of the client', () => {
  const longest = [0, 1, 2, 3, 4, 5].map((retries) => retryDelay(retries, undefined, () => 1));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(page).toContain('at most 500 ms, then 1,000, 2,000, 4,000 and 8,000');
  expect(page).toContain(`up to ${MAX_RETRY_AFTER.toLocaleString('en')} ms`);
});
