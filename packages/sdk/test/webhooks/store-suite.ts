import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WebhookStore } from '../../src/webhooks/index.ts';

/** A store under test; several connections share one state. */
export interface StoreUnderTest {
  /** Opens the store as one more process would. */
  open(): WebhookStore | Promise<WebhookStore>;
  /** Lets a number of milliseconds pass, if the store's clock can be moved. */
  elapse?(milliseconds: number): void;
}

const LONG = 60_000;
const SHORT = 40;

/** Checks what every store of handled events promises. */
export function describeStore(name: string, under: StoreUnderTest): void {
  const newId = () => `Webhook:${randomUUID()}`;
  const afterLifetime = async (store: WebhookStore, id: string, token: string) => {
    under.elapse?.(SHORT);
    await expect
      .poll(() => store.claim(id, token, LONG, 'digest'), { timeout: 10_000 })
      .toBe('claimed');
  };

  /** An event that a store has claimed for `a`. */
  const claimed = async (lifetime = LONG) => {
    const [store, id] = [await under.open(), newId()];
    expect(await store.claim(id, 'a', lifetime, 'digest')).toBe('claimed');
    return { store, id };
  };

  describe(name, () => {
    it('claims an event once, until it is released', async () => {
      const { store, id } = await claimed();
      expect(await store.claim(id, 'b', LONG, 'digest')).toBe('busy');
      await store.release(id, 'a');
      expect(await store.claim(id, 'b', LONG, 'digest')).toBe('claimed');
      expect(await store.claim(newId(), 'c', LONG, 'digest')).toBe('claimed');
    });

    it('remembers a handled event for its retention', async () => {
      const { store, id } = await claimed();
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(true);
      expect(await store.claim(id, 'b', LONG, 'digest')).toBe('done');
      await store.release(id, 'a');
      expect(await store.claim(id, 'c', LONG, 'digest')).toBe('done');
      const brief = newId();
      await store.claim(brief, 'a', LONG, 'digest');
      await store.complete(brief, 'a', SHORT, 'digest');
      await afterLifetime(store, brief, 'b');
    });

    it('tells an event with the id of a handled one and another body from its repetition', async () => {
      const { store, id } = await claimed();
      expect(await store.claim(id, 'b', LONG, 'another')).toBe('busy');
      await store.complete(id, 'a', LONG, 'digest');
      expect(await store.claim(id, 'c', LONG, 'digest')).toBe('done');
      expect(await store.claim(id, 'd', LONG, 'another')).toBe('changed');
    });

    it('marks an event again with the same token, in case the first result was lost', async () => {
      const { store, id } = await claimed();
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(true);
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(true);
      expect(await store.complete(id, 'b', LONG, 'digest')).toBe(false);
    });

    it('ends a claim whose process ended', async () => {
      const { id } = await claimed(SHORT);
      await afterLifetime(await under.open(), id, 'b');
    });

    it('keeps a claim that is renewed, for its holder alone', async () => {
      const { store, id } = await claimed(SHORT);
      expect(await store.renew?.(id, 'a', LONG)).toBe(true);
      under.elapse?.(SHORT);
      const other = await under.open();
      expect(await other.claim(id, 'b', LONG, 'digest')).toBe('busy');
      expect(await other.renew?.(id, 'b', LONG)).toBe(false);
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(true);
      expect(await store.renew?.(id, 'a', LONG)).toBe(false);
      expect(await other.claim(id, 'b', LONG, 'digest')).toBe('done');
    });

    it('lets only the valid claim settle the event', async () => {
      const { store, id } = await claimed(SHORT);
      await afterLifetime(store, id, 'b');
      await store.release(id, 'a');
      expect(await store.claim(id, 'c', LONG, 'digest')).toBe('busy');
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(false);
      expect(await store.claim(id, 'c', LONG, 'digest')).toBe('busy');
      expect(await store.complete(id, 'b', LONG, 'digest')).toBe(true);
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(false);
    });

    it('completes an event whose claim ended without another one', async () => {
      const store = await under.open();
      const id = newId();
      expect(await store.complete(id, 'a', LONG, 'digest')).toBe(true);
      expect(await store.claim(id, 'b', LONG, 'digest')).toBe('done');
    });

    it('remembers how far the events of a resource have come, for its retention', async () => {
      const [store, other] = [await under.open(), await under.open()];
      const [one, two] = [newId(), newId()];
      const advance = (by: WebhookStore, id: string, place: string, retention = LONG) =>
        by.advance?.(id, place, retention);
      for (const [by, id, place, isLater] of [
        [store, one, '2026-01-05T09:00:01Z 97', true],
        [other, one, '2026-01-05T09:00:01Z 97', true],
        [other, one, '2026-01-05T09:00:01Z 96', false],
        [other, two, '2026-01-05T09:00:00Z 99', true],
        [other, one, '2026-01-05T09:00:00Z 99', false],
        [other, one, '2026-01-05T09:00:01Z 98', true],
        [store, one, '2026-01-05T09:00:01Z 97', false],
      ] as const) {
        expect([place, await advance(by, id, place)]).toEqual([place, isLater]);
      }
      await advance(store, two, '9', SHORT);
      under.elapse?.(SHORT);
      await expect.poll(() => advance(other, two, '1'), { timeout: 10_000 }).toBe(true);
      expect(await store.claim(one, 'a', LONG, 'digest')).toBe('claimed');
    });

    it('assigns the event to one of many concurrent claims', async () => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => under.open()));
      for (let round = 0; round < 20; round += 1) {
        const id = newId();
        const results = await Promise.all(
          stores.flatMap((store) =>
            [1, 2, 3].map(() => store.claim(id, randomUUID(), LONG, 'digest')),
          ),
        );
        expect(results.filter((result) => result === 'claimed')).toHaveLength(1);
        expect(results.filter((result) => result === 'busy')).toHaveLength(results.length - 1);
      }
    });

    it('keeps ids with any characters apart', async () => {
      const store = await under.open();
      const prefix = randomUUID();
      for (const id of [
        `${prefix}'; --`,
        `${prefix}"`,
        `${prefix} `,
        `${prefix}\n`,
        `${prefix}é`,
      ]) {
        expect(await store.claim(id, 'a', LONG, 'digest')).toBe('claimed');
      }
    });
  });
}
