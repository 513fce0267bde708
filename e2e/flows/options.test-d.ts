import type { PaymentsMcpOptions } from '@org/payments-mcp';
import type { MockOptions } from '@org/payments-mock';
import type { ListenOptions } from '@org/payments-mock/server';
import type { RelayUser, WalletRelayOptions } from '@org/payments-relay';
import type {
  AgentClientOptions,
  CallOptions,
  PaymentsClientOptions,
  RecoverOptions,
  SuperviseOptions,
} from '@org/payments-sdk';
import type * as journal from '@org/payments-sdk/journal';
import type * as webhooks from '@org/payments-sdk/webhooks';
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

type Exact =
  | Inexact<PaymentsClientOptions>
  | Inexact<AgentClientOptions>
  | Inexact<CallOptions>
  | Inexact<RecoverOptions>
  | Inexact<SuperviseOptions>
  | Inexact<journal.PostgresJournalOptions>
  | Inexact<webhooks.WebhookHandlerOptions>
  | Inexact<webhooks.UnwrapOptions>
  | Inexact<webhooks.Approval>
  | Inexact<webhooks.Rejection>
  | Inexact<WalletRelayOptions<RelayUser, Record<never, never>, Record<never, never>>>
  | Inexact<RelayUser>
  | Inexact<WalletOptions>
  | Inexact<MockOptions>
  | Inexact<ListenOptions>
  | Inexact<PaymentsMcpOptions>;

test('an option that may be left out may be undefined, with exactOptionalPropertyTypes too', () => {
  expectTypeOf<Exact>().toBeNever();
});
