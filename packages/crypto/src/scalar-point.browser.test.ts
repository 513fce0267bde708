import { expect, it } from 'vitest';
import { namedScalar } from '../scripts/vectors/material.ts';
import { pointOfScalar } from './scalar.ts';
import { derivePoint } from './scalar-point.ts';

it('Chromium derives the point itself, for both signs of y', async () => {
  const names = ['session', 'client', 'other session', 'a', 'b', 'c', 'd', 'e'];
  const points = await Promise.all(names.map((name) => derivePoint(namedScalar(name))));
  expect(points).toEqual(
    names.map((name) => ({ point: pointOfScalar(namedScalar(name)), byPlatform: true })),
  );
  expect(new Set(points.map(({ point }) => (point[64] ?? 0) % 2)).size).toBe(2);
});
