import type { ClientKey, SessionKey } from '@org/payments-crypto';
import { createMock, type Mock } from '@org/payments-mock';
import { listen, type MockServer } from '@org/payments-mock/server';
import { createPaymentsClient, isPaymentsError, type PaymentsClient } from '@org/payments-sdk';
import type { Printer } from './printer.ts';

/** A step of the tour had an unexpected result. */
export class TourFailure extends Error {
  override readonly name = 'TourFailure';
}

/** Throws unless two values are the same. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) {
    throw new TourFailure(`${what} is ${String(actual)}; expected ${String(expected)}.`);
  }
}

/** Throws unless the call is refused with this code and, if given, this failed check. */
export async function refused(
  print: Printer,
  call: Promise<unknown>,
  expected: { readonly code: string; readonly failedCheck?: string },
): Promise<void> {
  let error: unknown;
  try {
    await call;
  } catch (thrown) {
    error = thrown;
  }
  if (!isPaymentsError(error)) throw new TourFailure(`The call should fail with ${expected.code}.`);
  same('The code', error.code, expected.code);
  const { failedCheck, reason } = error as { failedCheck?: string; reason?: string };
  if (expected.failedCheck !== undefined)
    same('The failed check', failedCheck, expected.failedCheck);
  print.note('refused', `${error.name} ${error.code}${reason === undefined ? '' : `: ${reason}`}`);
  print.note('to do', error.action);
}

/** The keys of the customer's device during the tour. */
export interface Device {
  /** Created for every sign-in and refresh. */
  clientKey?: ClientKey;
  sealedKey?: string;
  sessionKey?: SessionKey;
  sessionId?: string;
}

/** The state that the steps of the tour share. */
export interface Stage {
  readonly mock: Mock;
  readonly server: MockServer;
  /** The platform's server. */
  readonly payments: PaymentsClient;
  readonly device: Device;
  readonly print: Printer;
  readonly ids: { readonly account: string; readonly credential: string; readonly card: string };
}

/** Prints every request of the client with its entry in the mock's log. */
function printingFetch(mock: Mock, base: string, print: Printer) {
  return async (request: Request): Promise<Response> => {
    const start = performance.now();
    const response = await fetch(request);
    const milliseconds = performance.now() - start;
    const logged = mock.requests.at(-1);
    print.leg({
      operation: logged?.operation ?? 'unknown',
      leg: logged?.leg ?? (response.status === 202 ? 1 : undefined),
      method: request.method,
      path: request.url.slice(base.length),
      status: response.status,
      milliseconds,
    });
    return response;
  };
}

/** Starts the mock on a free loopback port, with a customer, her wallet and her card. */
export async function setStage(print: Printer): Promise<Stage> {
  const mock = createMock({ seed: 'tour' });
  const customer = mock.add.customer({ email: 'ada@example.com' });
  const { account, credential } = mock.add.wallet({ customerId: customer.id, available: 125_00 });
  const card = mock.add.card({ cardholderId: customer.id });
  const server = await listen(mock, { port: 0 });
  const payments = createPaymentsClient({
    ...server.connection,
    fetch: printingFetch(mock, server.connection.baseUrl, print),
  });
  const ids = { account: account.id, credential: credential.id, card: card.id };
  return { mock, server, payments, device: {}, print, ids };
}

/** The session key the device holds. */
export function sessionKeyOf(stage: Stage): SessionKey {
  const { sessionKey } = stage.device;
  if (sessionKey === undefined) throw new Error('The device has no session key.');
  return sessionKey;
}

/** A stamper that prints what it signs. */
export function printingStamper(stage: Stage) {
  const sessionKey = sessionKeyOf(stage);
  return {
    stamp(payload: string) {
      stage.print.note('signs', payload.length > 96 ? `${payload.slice(0, 95)}…` : payload);
      return sessionKey.stamp(payload);
    },
  };
}
