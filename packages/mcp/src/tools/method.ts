import type { Fields } from '@org/payments-contract';
import type { AgentClient, ApiCall, PaymentsClient, PendingStepJSON } from '@org/payments-sdk';

export type AnyClient = AgentClient | PaymentsClient<boolean>;

/** The result of a first leg. */
export type AnyStep =
  | { readonly status: 'done'; readonly result: unknown }
  | {
      readonly status: 'challenge';
      readonly expiresAt: string;
      toJSON(): PendingStepJSON;
    };

interface CallOptions {
  readonly signal: AbortSignal | undefined;
  readonly retry?: number;
}

/** The method of an operation, as its name alone tells. */
export interface AnyMethod {
  (input: Fields, options: CallOptions): ApiCall<unknown>;
  /** Sends the first leg of a signed operation. */
  begin(input: Fields, options: CallOptions): Promise<AnyStep>;
  /** Checks the input, and sends nothing. */
  dryRun(input: Fields): unknown;
}

export function methodOf(client: AnyClient, name: string): AnyMethod {
  const [resource = '', verb = ''] = name.replace(/^agent\./, '').split('.');
  const resources = client as unknown as Readonly<Record<string, Record<string, AnyMethod>>>;
  const method = resources[resource]?.[verb];
  if (method === undefined) throw new Error(`The client has no method ${name}`);
  return method;
}
