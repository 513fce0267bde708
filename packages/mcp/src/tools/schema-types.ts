/** A JSON Schema. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of an object, at the root of a tool's input. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}
