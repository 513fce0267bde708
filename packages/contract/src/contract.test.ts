import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorCodes, findOperation, operations, secretFieldNames } from './index.ts';
import type { OperationRow } from './operation.ts';

interface RowWithExample extends OperationRow {
  readonly example: { readonly input: Record<string, unknown>; readonly result: unknown };
}

function pick(schema: z.ZodObject | undefined, input: Record<string, unknown>) {
  const names = Object.keys(schema?.shape ?? {});
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

function bodyOf(row: OperationRow, input: Record<string, unknown>) {
  const elsewhere = [row.params, row.query, row.headers].flatMap((part) =>
    Object.keys(part?.shape ?? {}),
  );
  return Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.includes(name)));
}

describe.each(operations().map(({ name, row }) => [name, row as RowWithExample] as const))(
  '%s',
  (_name, row) => {
    test('its example input satisfies its schemas', () => {
      const { input } = row.example;
      for (const part of [row.params, row.query, row.headers]) {
        expect(part?.safeParse(pick(part, input)).error).toBeUndefined();
      }
      expect(row.body?.safeParse(bodyOf(row, input)).error).toBeUndefined();
      expect(row.rules?.(input) ?? []).toEqual([]);
    });

    test('its example answer satisfies its first success schema', () => {
      const [schema] = Object.values(row.responses);
      if (schema === null || schema === undefined) expect(row.example.result).toBeUndefined();
      else expect(schema.safeParse(row.example.result).error).toBeUndefined();
    });

    test('its path and its parameters name the same things', () => {
      const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(row.params?.shape ?? {}).sort()).toEqual(inPath.sort());
    });

    test('no field of its input stands in two parts', () => {
      const names = [row.params, row.query, row.headers].flatMap((part) =>
        Object.keys(part?.shape ?? {}),
      );
      expect(new Set(names).size).toBe(names.length);
    });

    test('it may be sent twice only if it reads or carries a key', () => {
      expect(row.retry === 'safe').toBe(row.method === 'GET');
      expect(row.retry === 'keyed').toBe('idempotencyKey' in (row.headers?.shape ?? {}));
    });

    test('the read that reconciles it exists and takes the input it is given', () => {
      if (row.reconcile === undefined) return;
      const read = findOperation(row.reconcile.read);
      expect(read?.row.retry).toBe('safe');
      const input = row.reconcile.input(row.example.input);
      expect(read?.row.params?.safeParse(input).error).toBeUndefined();
      expect(row.reconcile.isApplied(row.example.input, row.example.result as never)).toBe(true);
    });

    test('its path takes no unknown parameter and its body no unknown field', () => {
      if (row.body === undefined) return;
      const withUnknown = { ...bodyOf(row, row.example.input), unheardOf: 1 };
      expect(row.body.safeParse(withUnknown).success).toBe(false);
    });
  },
);

test('the operations are the thirteen that the specification describes, once each', () => {
  const specified = operations().filter(({ row }) => row.origin === 'specified');
  expect(specified.map(({ row }) => `${row.method} ${row.path}`).sort()).toEqual([
    'GET /agents/me/transactions',
    'GET /documents',
    'PATCH /agents/{agentId}',
    'PATCH /cards/{id}',
    'PATCH /customers/{customerId}',
    'PATCH /internal-accounts/{id}',
    'POST /auth/credentials',
    'POST /auth/credentials/{id}/challenge',
    'POST /auth/credentials/{id}/verify',
    'POST /auth/sessions/{id}/refresh',
    'POST /customers/{customerId}/kyc-link',
    'POST /transactions/{transactionId}/reject',
    'POST /verifications',
  ]);
});

test('status 400 has its 39 codes, and only one of them is retryable', () => {
  const codes = Object.entries(errorCodes).filter(([, facts]) => facts.status === 400);
  expect(codes).toHaveLength(39);
  expect(codes.filter(([, facts]) => facts.retryable).map(([code]) => code)).toEqual([
    'QUOTE_REQUEST_FAILED',
  ]);
});

test('the secret fields are read off the schemas', () => {
  expect([...secretFieldNames()].sort()).toEqual([
    'accessToken',
    'authorization',
    'clientSecret',
    'encryptedSessionSigningKey',
    'kycUrl',
    'oidcToken',
    'otp',
    'panEmbedUrl',
    'stamp',
    'taxId',
    'taxIdentifier',
    'token',
  ]);
});

test('every schema can be told as JSON Schema', () => {
  for (const { row } of operations()) {
    for (const schema of [row.body, ...Object.values(row.responses)]) {
      if (schema) expect(z.toJSONSchema(schema, { io: 'input' })).toBeTypeOf('object');
    }
  }
});
