import { invalidInput } from './refusal.ts';
import type { StandardIssue, StandardSchema } from './standard-schema.ts';

const MAX_ISSUES = 10;

function line({ message, path = [] }: StandardIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return `${['input', ...keys].join('.')}: ${message}`;
}

/**
 * Validates an action's input with its schema and returns the result.
 *
 * @throws RelayRefusal 400 with the schema's messages
 */
export async function validateInput(schema: StandardSchema, input: unknown): Promise<unknown> {
  const result = await schema['~standard'].validate(input);
  if (result.issues === undefined) return result.value;
  throw invalidInput(result.issues.slice(0, MAX_ISSUES).map(line).join('; ') || 'input: not valid');
}
