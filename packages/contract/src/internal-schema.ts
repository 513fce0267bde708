/**
 * What the packages of this repository share that reads schemas and rows. It is not public: no page
 * documents it, and any version may change it.
 *
 * @module
 */

export { type Mismatch, mismatchesOf } from './format/drift.ts';
export { errorStatusesOf } from './format/error-statuses.ts';
export {
  definition,
  fieldNames,
  knownValues,
  membersOf,
  objectFields,
  type Schema,
  unwrap,
} from './format/introspect.ts';
export { mapFields, mapSubschemas, subschemas, variantsOf } from './format/json-schema.ts';
export { type EchoDifference, echoDifferences, echoesOf } from './format/result/echoes.ts';
export {
  type ResultIdentity,
  type ResultRow,
  resultId,
  resultMarks,
} from './format/result/identity.ts';
export { mismatchReason, reportsFailure } from './format/result/mismatch.ts';
export { type SchemaIssue, schemaIssues, unknownField } from './format/schema-issues.ts';
export { redactPath, responseSchemas, secretsOf } from './redact.ts';
