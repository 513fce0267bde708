import type { NamedOperation } from '@org/payments-contract';
import type { AgentClient, PaymentsClient } from '@org/payments-sdk';

type Fields = Readonly<Record<string, unknown>>;

/** A client of either kind. */
export type AnyClient = AgentClient | PaymentsClient<boolean>;

/** The method of an operation, as its name alone tells. */
export interface AnyMethod {
  (input: Fields, options: { readonly signal: AbortSignal }): PromiseLike<unknown>;
  /** Checks the input, and sends nothing. */
  dryRun(input: Fields): unknown;
}

/** The client's method for an operation. */
export function methodOf(client: AnyClient, { name }: NamedOperation): AnyMethod {
  const [resource = '', verb = ''] = name.replace(/^agent\./, '').split('.');
  const resources = client as unknown as Readonly<Record<string, Record<string, AnyMethod>>>;
  const method = resources[resource]?.[verb];
  if (method === undefined) throw new Error(`The client has no method ${name}`);
  return method;
}
