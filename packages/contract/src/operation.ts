import type * as z from 'zod';
import type { ErrorCode } from './error-codes.ts';
import type { StateMachine } from './states.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Which credential the operation takes: the platform's Basic token, an agent's bearer token, none. */
export type AuthScheme = 'platform' | 'agent' | 'none';

/** Whether the signed retry is due: never, only for some inputs, or always. */
export type Signing = 'never' | 'conditional' | 'required';

/**
 * What may be sent twice: a read (`safe`), a write that carries an idempotency key (`keyed`), or
 * nothing (`never`).
 */
export type RetryRule = 'safe' | 'keyed' | 'never';

/** How much of the shape the specification gives: all of it, only the name, or nothing. */
export type Origin = 'specified' | 'named' | 'reference';

/** All that is known of one operation. Everything else derives from it. */
export interface OperationRow {
  readonly method: HttpMethod;
  /** Path template below the base URL, with `{name}` for each path parameter. */
  readonly path: `/${string}`;
  readonly auth: AuthScheme;
  readonly signing: Signing;
  readonly retry: RetryRule;
  readonly origin: Origin;
  /** Path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Header fields of the input, named as in the input; `headerNames` gives the wire names. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Success responses by status; `null` is an answer without a body. The 202 of a signed operation is implied. */
  readonly responses: { readonly [status: number]: z.ZodType | null };
  /** Error codes the operation is known to answer with, besides those every operation shares. */
  readonly errors: readonly ErrorCode[];
  /** Set where the answer is one page of a list. */
  readonly list?: true;
  /** The states the change moves the resource between, where the input names the wanted one. */
  readonly moves?: { readonly field: string; readonly machine: StateMachine<string> };
  /** How a read tells whether a change whose answer was lost has been applied. */
  readonly reconcile?: Reconcile;
  /** Rules over the whole input that one part alone cannot state. */
  readonly rules?: (input: Readonly<Record<string, unknown>>) => readonly InputIssue[];
}

/** Which read to make, and what its answer says of a change. */
export interface Reconcile {
  /** Name of an operation that reads the changed resource. */
  readonly read: string;
  /** Input of the read, from the input of the change. */
  readonly input: (change: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Whether the resource shows the change; undefined where it cannot tell. */
  readonly isApplied: (
    change: Readonly<Record<string, unknown>>,
    resource: Readonly<Record<string, unknown>>,
  ) => boolean | undefined;
}

/** One thing wrong with an input: where, and what would be right. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

type Part<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown;
type Body<Row> = Row extends { body: infer Schema extends z.ZodType }
  ? NonNullable<z.input<Schema>>
  : unknown;

type Flatten<T> = T extends unknown ? { [Key in keyof T]: T[Key] } : never;

/** Path, query, header and body fields of an operation in one object; a body union stays a union. */
export type InputOf<Row extends OperationRow> = Flatten<
  Part<Row['params']> & Part<Row['query']> & Part<Row['headers']> & Body<Row>
>;

/** What an operation gives when it succeeds. */
export type ResultOf<Row extends OperationRow> = {
  [Status in keyof Row['responses']]: Row['responses'][Status] extends z.ZodType
    ? z.output<Row['responses'][Status]>
    : undefined;
}[keyof Row['responses']];

/** An input and its answer, checked against the row's schemas by the compiler and by a test. */
export interface Example<Row extends OperationRow> {
  readonly input: InputOf<Row>;
  readonly result: ResultOf<Row>;
}

/** Declares one operation. */
export function operation<Row extends OperationRow>(
  row: Row & { readonly example: Example<Row> },
): Row {
  return row;
}
