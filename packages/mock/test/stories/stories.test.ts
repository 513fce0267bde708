import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Duration } from '../../src/index.ts';
import { type OpenMock, openMock } from '../support/open-mock.ts';
import { httpTransport } from '../support/rules.ts';

/** One request, or a wait; see the head of the stories. */
interface Step {
  readonly do?: string;
  readonly send?: unknown;
  readonly as?: string;
  readonly key?: string;
  readonly signed?: boolean;
  readonly gives?: number;
  readonly shows?: unknown;
  readonly keep?: Readonly<Record<string, string>>;
  readonly wait?: Duration;
  readonly emits?: readonly string[];
}

type Names = Map<string, unknown>;

/** Puts what a story kept into a value, and patterns in place of texts that begin with `~`. */
function filled(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, names));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, filled(part, names)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (value.startsWith('~')) return expect.stringMatching(new RegExp(value.slice(1)));
  const whole = value.slice(1);
  if (value.startsWith('$') && names.has(whole)) return names.get(whole);
  return value.replaceAll(/\$(\w+)/g, (text, name) => String(names.get(name) ?? text));
}

async function take(api: OpenMock, step: Step, names: Names): Promise<void> {
  const { do: request = '', as, key, signed = false, gives = 200, shows, keep = {} } = step;
  const [method = '', path = ''] = String(filled(request, names)).split(' ');
  const headers = {
    ...(as === undefined ? {} : { authorization: `Bearer ${names.get(as)}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const body = filled(step.send, names);
  const first = await api.send(method, path, body, headers);
  const second = signed
    ? await api.send(method, path, body, {
        ...headers,
        'request-id': String(first.body.requestId),
        'service-wallet-signature': 'sandbox-valid-signature',
      })
    : first;
  const { status, body: result } = second;
  expect({ request, status, result }).toMatchObject({
    request,
    status: gives,
    result: filled(shows ?? {}, names),
  });
  for (const [name, place] of Object.entries(keep)) {
    const found = place
      .split('.')
      .reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], result);
    expect(found, `${place} of ${request}`).toBeDefined();
    names.set(name, found);
  }
}

const stories = parse(readFileSync(join(import.meta.dirname, 'stories.yaml'), 'utf8')) as Readonly<
  Record<string, readonly Step[]>
>;

test.each(Object.keys(stories))('rule 122: %s', async (title) => {
  const api = await openMock(httpTransport);
  const names: Names = new Map();
  let seen = 0;
  for (const step of stories[title] ?? []) {
    if (step.wait !== undefined) api.mock.clock.advance(step.wait);
    if (step.do !== undefined) await take(api, step, names);
    if (step.emits === undefined) continue;
    const kinds = api.mock.events.slice(seen).map(({ type }) => type);
    seen += kinds.length;
    expect(kinds.filter((kind) => step.emits?.includes(kind))).toEqual(step.emits);
  }
});
