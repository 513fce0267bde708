import { type Fields, type OperationRow, REDACTED, redact } from '@org/payments-contract';
import { responseSchemas, secretsOf } from '@org/payments-contract/internal/schema';

function inputSchemas({ params, query, headers, body }: OperationRow) {
  return [params, query, headers, body].filter((part) => part !== undefined);
}

export function maskedResult(row: OperationRow, value: unknown): unknown {
  return redact(value, ...responseSchemas(row));
}

function replaced(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), value);
  }
  if (Array.isArray(value)) return value.map((one) => replaced(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, replaced(child, secrets)]),
  );
}

/** A JSON value without the secrets of the input, wherever a message quotes one. */
export function withoutSecretsOf(row: OperationRow, input: Fields, value: unknown): unknown {
  const secrets = secretsOf(input, ...inputSchemas(row)).filter((text) => text.length > 3);
  return secrets.length === 0 ? value : replaced(value, secrets);
}

/** An operation's input with its secrets masked, even if another field repeats one. */
export function maskedInput(row: OperationRow, input: Fields): unknown {
  return withoutSecretsOf(row, input, redact(input, ...inputSchemas(row)));
}
