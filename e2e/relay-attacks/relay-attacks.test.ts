import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { bounds } from './attacks/bounds.ts';
import { ownership } from './attacks/ownership.ts';
import { passkeys } from './attacks/passkeys.ts';
import { requests } from './attacks/requests.ts';
import { schemes } from './attacks/schemes.ts';
import { tickets } from './attacks/tickets.ts';
import { type Attack, valuables } from './support/attack.ts';
import {
  type AttackedPlatform,
  SECRET,
  startAttackedPlatform,
} from './support/attacked-platform.ts';
import type { WireResponse } from './support/browser.ts';

/** The number of attacks of each group that were tried, and that had no effect. */
class Tally {
  readonly #groups = new Map<string, { tried: number; held: number }>();

  #group(name: string): { tried: number; held: number } {
    const group = this.#groups.get(name) ?? { tried: 0, held: 0 };
    this.#groups.set(name, group);
    return group;
  }

  /** Counts one attack; `work` throws when it had an effect. */
  async count(name: string, work: () => Promise<void>): Promise<void> {
    const group = this.#group(name);
    group.tried += 1;
    await work();
    group.held += 1;
  }

  /** One line for each group and one for all. */
  toString(): string {
    const rows = [...this.#groups].sort(([a], [b]) => a.localeCompare(b));
    const sum = (of: 'tried' | 'held') => rows.reduce((all, [, group]) => all + group[of], 0);
    const lines = rows.map(([name, { tried, held }]) => `${name}: ${held} of ${tried} held off`);
    return [...lines, `all: ${sum('held')} of ${sum('tried')} held off`].join('\n');
  }
}

const tally = new Tally();

/** The strings that a response to an attack must not contain. */
function secretsOf({ setup, ada, eve, mock }: AttackedPlatform): string[] {
  const { tokenId, clientSecret, baseUrl } = setup.connection;
  const basic = Buffer.from(`${tokenId}:${clientSecret}`).toString('base64');
  const people = [ada, eve].flatMap(({ email, customerId }) => [email, customerId]);
  const codes = mock.outbox.map(({ code }) => code);
  return [SECRET, tokenId, clientSecret, basic, new URL(baseUrl).host, ...people, ...codes];
}

function expectRefused(
  { expected }: Attack,
  response: WireResponse,
  platform: AttackedPlatform,
): void {
  const { status, headers, text } = response;
  const { code, reason } = JSON.parse(text);
  expect({ status, code }).toEqual({ status: expected.status, code: expected.code });
  if (expected.reason !== undefined) expect(reason).toBe(expected.reason);
  const leaked = secretsOf(platform).filter((secret) => text.includes(secret));
  expect(leaked).toEqual([]);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|Error:/);
  expect(headers.get('cache-control')).toBe('no-store');
  const shown = [...headers.keys()].filter((name) =>
    /^(?:access-control|x-powered|server)/.test(name),
  );
  expect(shown).toEqual([]);
}

async function withPlatform(work: (platform: AttackedPlatform) => Promise<void>): Promise<void> {
  const platform = await startAttackedPlatform();
  try {
    await work(platform);
  } finally {
    await platform.close();
  }
}

afterAll(() => {
  console.log(`${tally}`);
});

const partly = [...schemes, ...bounds];
const all = [...ownership, ...tickets, ...passkeys, ...requests];

describe.each(Object.entries(Object.groupBy(all, ({ group }) => group)))('%s', (group, rows) => {
  it.each((rows ?? []).map((attack) => [attack.name, attack] as const))('%s', (_name, attack) =>
    tally.count(group, () =>
      withPlatform(async (platform) => {
        const strike = await attack.prepare(platform);
        const before = valuables(platform);
        const responses = [await strike()].flat();
        for (const response of responses) expectRefused(attack, response, platform);
        expect(valuables(platform)).toBe(before);
      }),
    ),
  );
});

describe.each(Object.entries(Object.groupBy(partly, ({ group }) => group)))('%s', (group, rows) => {
  it.each((rows ?? []).map((scheme) => [scheme.name, scheme] as const))('%s', (_name, scheme) =>
    tally.count(group, () => withPlatform((platform) => scheme.run(platform))),
  );
});

it('the documentation states the number of attacks', async () => {
  const text = await readFile(new URL('../../docs/relay.md', import.meta.url), 'utf8');
  const [, documented] = /(\d+) attacks, all held off/.exec(text) ?? [];
  const rows = text.matchAll(/^\| [^|]+ \| (\d+) \|$/gm);
  const sum = [...rows].reduce((all, [, count]) => all + Number(count), 0);
  expect([Number(documented), sum]).toEqual(Array(2).fill(all.length + partly.length));
});
