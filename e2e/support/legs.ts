import { verifyStamp } from '@org/payments-crypto';
import { expect } from 'vitest';
import type { WireRequest } from './recording-proxy.ts';

const signature = 'service-wallet-signature';
const requestId = 'request-id';

/** Checks that two requests are the legs of one signed change, and returns them. */
export function expectTwoLegs(
  requests: readonly WireRequest[],
  expected: { readonly method: string; readonly path: string; readonly body: unknown },
): { readonly stamp: string; readonly requestId: string } {
  expect(requests).toHaveLength(2);
  const [first, second] = requests as [WireRequest, WireRequest];
  for (const { method, path, headers } of [first, second]) {
    expect({ method, path }).toEqual({ method: expected.method, path: expected.path });
    expect(headers.authorization).toMatch(/^Basic /);
  }
  const text = first.body.toString('utf8');
  expect(text === '' ? undefined : JSON.parse(text)).toEqual(expected.body);
  expect(second.body.equals(first.body)).toBe(true);
  expect(first.headers).not.toHaveProperty(signature);
  expect(first.headers).not.toHaveProperty(requestId);
  expect(second.headers[requestId]).toMatch(/^Request:[0-9a-f-]{36}$/);
  expect(second.headers[signature]).toMatch(/^[A-Za-z0-9_-]{300,400}$/);
  return { stamp: String(second.headers[signature]), requestId: String(second.headers[requestId]) };
}

/** Checks a stamp against its expected payload and key. */
export async function expectStamp(
  stamp: string,
  payload: string,
  publicKey: string,
): Promise<void> {
  expect(await verifyStamp(stamp, payload)).toMatchObject({ valid: true, publicKey });
}
