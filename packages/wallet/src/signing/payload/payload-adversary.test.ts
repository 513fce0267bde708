import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test, vi } from 'vitest';
import { type OneStep, oneStepChanges } from '../../../../contract/test/one-step-changes.ts';
import {
  accountId,
  activity,
  addPasskey,
  attestation,
  described,
  ourKey,
  refresh,
  remove,
  revoke,
} from '../../../test/payloads.ts';
import { checkPayload } from './check-payload.ts';
import type { Expected, ServiceChange } from './request.ts';

/** A request, and a payload that the service may return for it. */
interface Case {
  readonly name: string;
  readonly expected: Expected;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Every signed operation of the contract, those that are added later too, as a declared action. */
const declared: readonly Case[] = operations()
  .filter(({ name, row }) => row.signing !== 'never' && !name.startsWith('agent.'))
  .map(({ name, row }) => {
    const { input } = exampleOf(name) as { readonly input: Readonly<Record<string, unknown>> };
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => String(param));
    const resource = row.path.replaceAll(/\{(\w+)\}/g, (_, param) => String(input[param]));
    const ofHeader = Object.keys(row.headers?.shape ?? {});
    const fields = Object.entries(input).filter(
      ([field]) => !inPath.includes(field) && !ofHeader.includes(field),
    );
    const change = { operation: name, input } as ServiceChange;
    return {
      name: `the action ${name}`,
      expected: { kind: 'action', action: name, input, accountId, change },
      payload: described(name, resource, Object.fromEntries(fields)),
    };
  });

/** The requests of the wallet itself, in both forms. It stamps them without a review. */
const ofWallet: readonly Case[] = [
  {
    name: 'a refresh, described',
    expected: refresh,
    payload: described('sessions.refresh', '/auth/sessions/Session:1/refresh', {
      clientPublicKey: ourKey,
    }),
  },
  {
    name: 'a refresh, as an activity',
    expected: refresh,
    payload: activity('CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: ourKey }),
  },
  {
    name: 'a sign-out, described',
    expected: revoke,
    payload: described('sessions.revoke', '/auth/sessions/Session:1', {}),
  },
  {
    name: 'a sign-out, as an activity',
    expected: revoke,
    payload: activity('DELETE_API_KEYS', { apiKeyIds: ['k1'], userId: 'u1' }),
  },
  {
    name: 'a removed credential, described',
    expected: remove,
    payload: described('credentials.revoke', '/auth/credentials/AuthMethod:1', {}),
  },
  {
    name: 'a removed credential, as an activity',
    expected: remove,
    payload: activity('DELETE_AUTHENTICATORS', { authenticatorIds: ['a1'], userId: 'u1' }),
  },
  {
    name: 'a new passkey',
    expected: addPasskey,
    payload: described('credentials.create', '/auth/credentials', {
      accountId,
      attestation,
      challenge: 'Y2hhbGxlbmdl',
      nickname: 'Laptop',
      type: 'PASSKEY',
    }),
  },
];

/** Facts of the service, which nobody else can compare. */
const ofService =
  /^(?:organizationId|requestId|timestampMs|parameters\.(?:userId|apiKeyIds\.0|authenticatorIds\.0))$/;

/** Harmless by rule: another order of fields, and whatever the service says in facts of its own. */
function isHarmless({ kind, path }: OneStep): boolean {
  if (kind === 'order') return true;
  const isMissing = kind === 'left out' && path.startsWith('parameters.');
  return ofService.test(path) && kind !== 'twice' && !isMissing;
}

/** The payload shows less than the request, or fields that only the service can compare. */
const showsLess = ({ kind, path }: OneStep) =>
  kind === 'left out' || kind === 'items' || (kind === 'added' && path === 'fields');

test('every signed operation is among the cases', () => {
  expect(declared.length).toBeGreaterThan(6);
});

const opening = declared.filter(({ name }) => name.endsWith('sessions.refresh'));

test.each(opening)('$name is never one: only the wallet opens sessions', async (one) => {
  expect(await checkPayload(JSON.stringify(one.payload), one.expected)).toBe('mismatch');
});

describe.each(declared.filter((one) => !opening.includes(one)))(
  '$name',
  ({ expected, payload }) => {
    const steps = oneStepChanges(payload).filter((step) => !isHarmless(step));

    test('with one thing changed is refused, or left to a review', async () => {
      const strength = await checkPayload(JSON.stringify(payload), expected);
      expect(strength).not.toBe('mismatch');
      expect(steps.length).toBeGreaterThan(20);
      for (const step of steps) {
        const found = await checkPayload(step.text, expected);
        // A payload of the kind only, or one that nobody can read, is reviewed.
        const weaker = showsLess(step)
          ? ['mismatch', 'unreadable', 'kind']
          : ['mismatch', 'unreadable'];
        const allowed = strength === 'shown' ? weaker : [...weaker, 'kind'];
        expect([step.name, allowed]).toEqual([step.name, expect.arrayContaining([found])]);
      }
    });
  },
);

describe.each(ofWallet)('$name', ({ expected, payload }) => {
  test('is recognized, and with one thing changed it is not taken for the request', async () => {
    expect(['shown', 'kind']).toContain(await checkPayload(JSON.stringify(payload), expected));
    for (const step of oneStepChanges(payload).filter((each) => !isHarmless(each))) {
      const found = await checkPayload(step.text, expected);
      const allowed = showsLess(step) ? /mismatch|unreadable|kind/ : /mismatch|unreadable/;
      expect([step.name, found]).toEqual([step.name, expect.stringMatching(allowed)]);
    }
  });

  test('is not what another request of the wallet asks for', async () => {
    for (const other of ofWallet) {
      if (other.expected.kind === expected.kind) continue;
      const found = await checkPayload(JSON.stringify(payload), other.expected);
      expect([other.name, found]).toEqual([other.name, 'mismatch']);
    }
  });
});

/** Replaces every method of the language, and returns the names of those that a check calls. */
async function replaced(check: () => Promise<unknown>): Promise<readonly string[]> {
  const called: string[] = [];
  const undo: (() => void)[] = [];
  const { apply } = Reflect;
  for (const [name, owner] of Object.entries({ Array, JSON, Map, Object, RegExp, Set, String })) {
    for (const holder of 'prototype' in owner ? [owner, owner.prototype] : [owner]) {
      for (const key of Reflect.ownKeys(holder)) {
        const property = Object.getOwnPropertyDescriptor(holder, key) as PropertyDescriptor;
        if (typeof property.value !== 'function' || !property.configurable) continue;
        const hook = function (this: unknown, ...args: unknown[]) {
          called[called.length] = `${name}.${String(key)}`;
          return apply(property.value, this, args);
        };
        undo.push(() => Object.defineProperty(holder, key, property));
        if (key !== 'constructor' && key !== 'defineProperty') {
          Object.defineProperty(holder, key, { ...property, value: hook });
        }
      }
    }
  }
  called.length = 0;
  await check();
  const seen = called.length;
  for (let at = undo.length - 1; at >= 0; at -= 1) undo[at]?.();
  return called.slice(0, seen);
}

test('attack: no method that a script replaced after the wallet was loaded is part of a check', async () => {
  for (const { expected, payload } of [...ofWallet, ...declared]) {
    const text = JSON.stringify(payload);
    const called = await replaced(() => checkPayload(text, expected));
    expect([text, called]).toEqual([text, []]);
  }
});

/** Runs a check while all objects have a property that a script has added. */
async function polluted<T>(name: string, value: unknown, check: () => Promise<T>): Promise<T> {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true });
  try {
    return await check();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

test.each([
  ['beside', 'parameters/unexpected'],
  ['hasServiceFields', true],
  ['isUnreadable', true],
  ['parameters/unexpected', true],
])('a property %s that a script adds to all objects changes no check', async (name, value) => {
  for (const { expected, payload } of [...ofWallet, ...declared]) {
    for (const { text } of oneStepChanges(payload).filter(({ kind }) => kind !== 'type')) {
      const found = await checkPayload(text, expected);
      const now = await polluted(name, value, () => checkPayload(text, expected));
      if (now !== found) expect([text, now]).toEqual([text, found]);
    }
  }
});

test('a property that a script adds to all objects is not an operation', async () => {
  const payload = JSON.stringify(described('invented', '/invented/1', {}));
  const action: Expected = { kind: 'action', action: 'pay', input: { id: '1' }, accountId };
  const invented = { resource: ['/invented/', 'id', ''], activities: [] };
  const found = polluted('invented', invented, () => checkPayload(payload, action));
  expect(await found).toBe('unreadable');
});

test('a property that all objects had before the checks were loaded is not a parameter', async () => {
  const payload = activity('DELETE_API_KEYS', { apiKeyIds: ['k1'], userId: 'u1', more: 'k2' });
  vi.resetModules();
  const found = await polluted('more', 'optional', async () => {
    const loaded = await import('./check-payload.ts');
    return loaded.checkPayload(JSON.stringify(payload), revoke);
  });
  expect(found).toBe('mismatch');
});
