import type { PaymentsMcpOptions } from '@org/payments-mcp';
import type { MockOptions } from '@org/payments-mock';
import type { ListenOptions } from '@org/payments-mock/server';
import type { RelayUser, WalletRelayOptions } from '@org/payments-relay';
import type { AgentClientOptions, CallOptions, PaymentsClientOptions } from '@org/payments-sdk';
import type { WebhookHandlerOptions } from '@org/payments-sdk/webhooks';
import type { WalletOptions } from '@org/payments-wallet';
import { expectTypeOf, test } from 'vitest';

/** The options that may be left out, and may not be undefined. */
type Inexact<Options> = {
  [Name in keyof Options]-?: Record<never, never> extends Pick<Options, Name>
    ? undefined extends Required<Options>[Name]
      ? never
      : Name
    : never;
}[keyof Options];

test('an option that may be left out may be undefined, with exactOptionalPropertyTypes too', () => {
  expectTypeOf<Inexact<PaymentsClientOptions>>().toBeNever();
  expectTypeOf<Inexact<AgentClientOptions>>().toBeNever();
  expectTypeOf<Inexact<CallOptions>>().toBeNever();
  expectTypeOf<Inexact<WebhookHandlerOptions>>().toBeNever();
  type Relay = WalletRelayOptions<RelayUser, Record<never, never>, Record<never, never>>;
  expectTypeOf<Inexact<Relay>>().toBeNever();
  expectTypeOf<Inexact<WalletOptions>>().toBeNever();
  expectTypeOf<Inexact<MockOptions>>().toBeNever();
  expectTypeOf<Inexact<ListenOptions>>().toBeNever();
  expectTypeOf<Inexact<PaymentsMcpOptions>>().toBeNever();
});
