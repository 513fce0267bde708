import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

test('a scene that is closed while it opens leaves no folder and no server', async () => {
  const scene = new Scene();
  const opening = scene.open();
  await scene.close();
  await opening;
  expect(scene.folder).not.toBe('');
  expect(existsSync(scene.folder)).toBe(false);
  await expect(fetch(scene.environment.PAYMENTS_MOCK_URL ?? '')).rejects.toThrow('fetch failed');
});
