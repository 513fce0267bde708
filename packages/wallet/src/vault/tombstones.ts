import { attempt } from '../platform/within.ts';

/** How long an ended session is remembered: longer than the lifetime of any session. Milliseconds. */
const KEPT_FOR = 24 * 60 * 60_000;
const LIMIT = 50;

type Tombstone = readonly [id: string, until: number];

function isTombstone(value: unknown): value is Tombstone {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1]);
}

/** Keeps the ids in `localStorage`, if there is one, and in memory. */
export function createTombstones(name: string) {
  const own = new Set<string>();
  const key = `${name}:over`;

  function stored(): readonly Tombstone[] {
    const text = attempt(() => globalThis.localStorage?.getItem(key)) ?? '[]';
    const value: unknown = attempt(() => JSON.parse(text));
    return Array.isArray(value) ? value.filter(isTombstone) : [];
  }

  return {
    /** @returns whether the id outlives this page */
    add(id: string, now: number) {
      own.add(id);
      const others = stored().filter(([other, until]) => other !== id && until > now);
      const text = JSON.stringify([...others, [id, now + KEPT_FOR]].slice(-LIMIT));
      return (
        attempt(() => {
          globalThis.localStorage.setItem(key, text);
          return true;
        }) === true
      );
    },
    has: (id: string) => own.has(id) || stored().some(([other]) => other === id),
  };
}

/**
 * Ids of ended sessions, stored outside the vault: a session is not restored even when its record
 * cannot be deleted. Written at once, so that it exists even if the page closes right after a
 * sign-out. Ids only, never a key.
 */
export type Tombstones = ReturnType<typeof createTombstones>;
