import type { FieldError } from '@org/payments-contract';
import type { SchemaIssue } from '@org/payments-contract/internal/schema';

interface Allowed {
  readonly format?: string;
  readonly pattern?: string;
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly origin?: string;
}

const namedForms: Readonly<Record<string, string>> = {
  date: 'date',
  datetime: 'date-time',
  url: 'url',
};

/** Returns what a value has to be like, as a form can show it: its form, its values or its length. */
function constraintOf({ issue }: SchemaIssue): FieldError['constraint'] {
  const { format = '', pattern, origin, minimum, maximum, ...rest } = issue as Allowed;
  const values = rest.values ?? rest.options;
  if (values !== undefined) return { enum: values.map(String) };
  const name = namedForms[format];
  if (name !== undefined) return { format: name };
  if (pattern !== undefined) return { pattern: pattern.replace(/^\/(.*)\/\w*$/s, '$1') };
  if (origin !== 'string') return undefined;
  return minimum === undefined ? { maxLength: maximum } : { minLength: minimum };
}

export function fieldErrorOf(field: string, issue: SchemaIssue): FieldError {
  const constraint = constraintOf(issue);
  return { field, message: issue.message, ...(constraint === undefined ? {} : { constraint }) };
}
