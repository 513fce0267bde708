import { expect, test } from 'vitest';
import { atEndOfTurn } from './turns.ts';

test('what is called at the end of a turn is called together, before anything that waits for it', async () => {
  const order: string[] = [];
  const passOn = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    atEndOfTurn(() => {
      order.push(`passes on ${name}`);
      resolve();
    });
    return promise.then(() => order.push(`reads ${name}`));
  };
  const first = passOn('one');
  await Promise.resolve();
  const second = passOn('two');
  expect(order).toEqual([]);
  await Promise.all([first, second]);
  expect(order).toEqual(['passes on one', 'passes on two', 'reads one', 'reads two']);
});

test('what is added while others are called is called in a later turn', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    atEndOfTurn(() => {
      atEndOfTurn(() => {
        order.push('later');
        resolve();
      });
      queueMicrotask(() => order.push('in between'));
    });
  });
  expect(order).toEqual(['in between', 'later']);
});
