/**
 * The part of Standard Schema version 1 that the relay uses, so that a schema of any library that
 * follows it (zod, valibot, arktype...) can describe an action's input.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** A schema's result for a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One issue of a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type that a schema accepts. */
export type SchemaInput<Schema> =
  Schema extends StandardSchema<infer Input, infer _Output> ? Input : never;

/** The type that a schema returns. */
export type SchemaOutput<Schema> =
  Schema extends StandardSchema<infer _Input, infer Output> ? Output : never;
