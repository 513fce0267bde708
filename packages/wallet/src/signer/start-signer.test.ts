import { expect, it } from 'vitest';
import { startSigner } from './start-signer.ts';

it.each([
  ['no pages', {}, /at least one origin/],
  ['an empty list of pages', { pages: [] }, /at least one origin/],
  ['a page as text', { pages: 'https://app.example.com' }, /array of at least one origin/],
  [
    'a misspelt option',
    { pages: ['https://app.example.com'], text: {} },
    /`text` is not an option/,
  ],
  ['a page with a path', { pages: ['https://app.example.com/'] }, /is not an origin such as/],
])('refuses %s, and names the mistake', (_what, options, message) => {
  const start = () => startSigner({ relay: '/api/wallet', ...options } as never);
  expect(start).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(start).toThrow(message);
});
