import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { contractProblems } from '../test/row-problems.ts';
import { eventRows, placeOf } from './events.ts';
import { definition, isSecret, visitSchema } from './format/introspect.ts';
import {
  type Card,
  canReach,
  canTransition,
  cardMachine,
  cardStates,
  cardUpdateMachine,
  type EventOf,
  errorCodes,
  type OutgoingTransaction,
  operations,
  platform,
  secretFieldNames,
  transactionMachine,
  transactionStatuses,
  verificationMachine,
  verificationStatuses,
} from './index.ts';

test('status 400 has its 39 codes, and only one of them is retryable', () => {
  const codes = Object.entries(errorCodes).filter(([, facts]) => facts.status === 400);
  expect(codes).toHaveLength(39);
  expect(codes.filter(([, facts]) => facts.retryable).map(([code]) => code)).toEqual([
    'QUOTE_REQUEST_FAILED',
  ]);
});

/** Returns the names of the fields of all rows that are marked as secret, and of those that are not. */
function fieldNames() {
  const names = { secret: new Set<string>(), plain: new Set<string>() };
  for (const { row } of operations()) {
    const parts = [row.params, row.query, row.headers, row.body, ...Object.values(row.responses)];
    for (const part of parts.filter((schema) => schema !== undefined && schema !== null)) {
      visitSchema(part, (schema) => {
        for (const [name, field] of Object.entries(definition(schema).shape ?? {})) {
          names[isSecret(field) ? 'secret' : 'plain'].add(name);
        }
      });
    }
  }
  return names;
}

test('a field that is secret in one place is secret in all, except `code`', () => {
  const { secret, plain } = fieldNames();
  expect([...secret].filter((name) => plain.has(name))).toEqual(['code']);
});

test('the names of secret fields come from the schemas, except the ambiguous ones', () => {
  const marked = [...fieldNames().secret].filter((name) => name !== 'code');
  expect(marked).toEqual(expect.arrayContaining(['otp', 'oidcToken', 'panEmbedUrl', 'taxId']));
  const sentElsewhere = ['accessToken', 'authorization', 'clientSecret', 'stamp'];
  expect([...secretFieldNames()].sort()).toEqual(
    [...new Set([...marked, ...sentElsewhere])].sort(),
  );
});

test('every object is validated by a compiled parser', () => {
  const interpreted = operations().flatMap(({ name, row }) => {
    const parts = [row.params, row.query, row.headers, row.body, ...Object.values(row.responses)];
    const found: string[] = [];
    for (const part of parts.filter((schema) => schema !== undefined && schema !== null)) {
      visitSchema(part, ({ _zod }, field) => {
        const isObject = _zod.def.type === 'object';
        if (isObject && !_zod.traits.has('CompiledObject')) found.push(`${name} ${field}`);
      });
    }
    return found;
  });
  expect(interpreted).toEqual([]);
});

test('every schema can be written as JSON Schema', () => {
  for (const { row } of operations()) {
    for (const schema of [row.body, ...Object.values(row.responses)]) {
      if (schema) expect(z.toJSONSchema(schema, { io: 'input' })).toBeTypeOf('object');
    }
  }
});

test.each([40.5, '40.00', 40n, Number.NaN, { value: 40 }])(
  'an amount of %o is refused with the unit that amounts have',
  (amount) => {
    const sides = {
      source: { accountId: 'InternalAccount:1' },
      destination: { accountId: 'ExternalAccount:1' },
    };
    const { body } = platform.transfers.createOut;
    const issues = body.safeParse({ ...sides, amount }).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path, message])).toEqual([
      [['amount'], expect.stringContaining('smallest unit, such as 4050 for 40.50')],
    ]);
  },
);

test('no row contradicts itself or its example, and no request or event is declared twice', () => {
  expect(contractProblems()).toEqual([]);
});

test('each file of events of an area is listed', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = globSync('areas/*/events.ts', { cwd: folder }).sort();
  const listed = readFileSync(`${folder}event-areas.ts`, 'utf8').matchAll(/'\.\/(.+)'/g);
  expect([...listed].map(([, file]) => file).sort()).toEqual(files);
});

test('each event with data is ordered by fields that its data has', () => {
  for (const { types, data, order } of eventRows()) {
    const named = order === undefined ? [] : [order.id, ...Object.keys(order.states)];
    expect([types[0], named.length > 0]).toEqual([types[0], data !== null]);
    const fields = JSON.stringify(z.toJSONSchema(data ?? z.null(), { unrepresentable: 'any' }));
    for (const name of named.flatMap((path) => path.split('.'))) {
      expect(fields).toContain(`"${name}":`);
    }
  }
});

test('the place of an event sorts by the change, the states, and the time of the event', () => {
  const at = (updatedAt: string | undefined, status: string, refund?: string, timestamp = '10') =>
    placeOf({
      type: 'OUTGOING_PAYMENT.COMPLETED',
      timestamp: `2026-01-05T09:00:${timestamp}Z`,
      data: { id: 'Transaction:1', updatedAt, status, refund: refund && { status: refund } },
    })?.place;
  const second = '2026-01-05T09:00:01';
  const places = [
    at(`${second}Z`, 'PENDING', undefined, '59'),
    at(`${second}Z`, 'PROCESSING'),
    at(`${second}Z`, 'COMPLETED'),
    at(`${second}Z`, 'FAILED'),
    at(`${second}Z`, 'FAILED', 'PENDING'),
    at(`${second}Z`, 'FAILED', 'COMPLETED', '09'),
    at(`${second}Z`, 'FAILED', 'COMPLETED', '10'),
    at(`${second}Z`, 'REFUNDED'),
    at(`${second}.000001Z`, 'PENDING'),
    at('2026-01-05T11:00:01.000002+02:00', 'PENDING'),
    at(`${second}.1Z`, 'PENDING'),
    at(undefined, 'PENDING'),
  ];
  expect(places.toSorted()).toEqual(places);
  expect(new Set(places).size).toBe(places.length);
  expect(at('soon', 'PENDING')).toBe(at(undefined, 'PENDING'));
  expect(placeOf({ type: 'TEST', timestamp: second })).toBeUndefined();
  const claimed = { type: 'INVITATION.CLAIMED', timestamp: `${second}Z`, data: { code: 'a' } };
  expect(placeOf(claimed)?.resource).toBe('INVITATION a');
});

test("an event's type determines the type of its data", () => {
  expectTypeOf<EventOf<'CARD.STATE_CHANGE'>['data']>().toEqualTypeOf<Card>();
  expectTypeOf<
    EventOf<'OUTGOING_PAYMENT.COMPLETED'>['data']
  >().toEqualTypeOf<OutgoingTransaction>();
  expectTypeOf<EventOf<'TEST'>['data']>().toEqualTypeOf<undefined>();
});

test('a card update can request only transitions of the card machine', () => {
  for (const [from, targets] of Object.entries(cardUpdateMachine.transitions)) {
    for (const to of targets) expect(canTransition(cardMachine, from, to)).toBe(true);
  }
});

describe.each([
  ['card', cardMachine, cardStates],
  ['transaction', transactionMachine, transactionStatuses],
  ['verification', verificationMachine, verificationStatuses],
])('the %s machine', (_name, machine, states) => {
  test('has every state, and no transition from a final state', () => {
    expect(Object.keys(machine.transitions).sort()).toEqual([...states].sort());
    for (const state of machine.terminal) {
      expect(
        canReach(
          machine,
          state,
          states.filter((other) => other !== state),
        ),
      ).toBe(false);
    }
    expect(machine.terminal.length).toBeGreaterThan(0);
  });

  test('has no transition from a state to itself; from an unknown state every state may be reachable', () => {
    for (const state of states) expect(canTransition(machine, state, state)).toBe(false);
    expect(canTransition(machine, 'toString', 'ACTIVE')).toBe(false);
    expect(canReach(machine, 'SOMETHING_LATER', ['ACTIVE'])).toBe(true);
  });
});

test('a completed transaction can still fail, an expired one cannot complete', () => {
  expect(canReach(transactionMachine, 'COMPLETED', ['FAILED'])).toBe(true);
  expect(canReach(transactionMachine, 'EXPIRED', ['COMPLETED'])).toBe(false);
});
