import type * as z from 'zod/mini';
import type { OperationInput } from './operation.ts';

type Part<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : unknown;
type Body<Row> = Row extends { body: infer Schema extends z.ZodMiniType }
  ? NonNullable<z.input<Schema>>
  : unknown;

type Flatten<T> = T extends unknown ? { [Key in keyof T]: T[Key] } : never;

/** The types that the build writes beside a row, so that nobody infers them from its schemas. */
type Written<Row, Name extends string> = Row extends {
  readonly '~types'?: { readonly [Key in Name]: infer Type };
}
  ? Type
  : never;

/** Path, query, header and body fields of an operation in one object; a body union stays a union. */
export type InputOf<Row extends OperationInput> = '~types' extends keyof Row
  ? Written<Row, 'input'>
  : Flatten<Part<Row['params']> & Part<Row['query']> & Part<Row['headers']> & Body<Row>>;

/** What an operation returns when it succeeds. */
export type ResultOf<Row extends OperationInput> = '~types' extends keyof Row
  ? Written<Row, 'result'>
  : {
      [Status in keyof Row['responses']]: Row['responses'][Status] extends z.ZodMiniType
        ? z.output<Row['responses'][Status]>
        : undefined;
    }[keyof Row['responses']];

/** An input of an operation and its result. */
export interface Example<Row extends OperationInput> {
  readonly input: InputOf<Row>;
  readonly result: ResultOf<Row>;
}

/** One example for each operation of an area, checked against its rows by the compiler. */
export type Examples<Rows> = {
  readonly [Verb in keyof Rows as Rows[Verb] extends OperationInput
    ? Verb
    : never]: Rows[Verb] extends OperationInput ? Example<Rows[Verb]> : never;
};

/** The result of an example's list: its only item, on its only page. */
export function onePage<Item>(item: Item) {
  return { data: [item], hasMore: false, totalCount: 1 };
}
