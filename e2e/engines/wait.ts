import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats work until it succeeds.
 *
 * @throws the last attempt's error, after the time limit
 */
export async function eventually<T>(work: () => Promise<T>, milliseconds = 60_000): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(50);
    }
  }
}

/**
 * Waits for work no longer than a time limit.
 *
 * @throws an error that names the work, after the limit
 */
export async function within<T>(milliseconds: number, name: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const error = new Error(`${name} took longer than ${milliseconds} ms.`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
