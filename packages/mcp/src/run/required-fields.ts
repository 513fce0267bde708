import type { Fields } from '@org/payments-contract';
import { InvalidRequestError } from '@org/payments-sdk';
import type { PaymentsTool } from '../tools/tool.ts';

const messages: Readonly<Record<string, string>> = {
  amount: 'is required: a person approves a known amount',
  idempotencyKey:
    'is required: choose one for each payment, such as the number of its invoice, and repeat the call with the same one',
};

function requiredFields({ operation, inputSchema }: PaymentsTool): string[] {
  const { row } = operation;
  const isKeyed = row.retry === 'keyed' && inputSchema.required.includes('idempotencyKey');
  const needsAmount = inputSchema.required.includes('amount');
  return [...(isKeyed ? ['idempotencyKey'] : []), ...(needsAmount ? ['amount'] : [])];
}

/**
 * Checks the arguments that the service allows to be missing, and a person who approves does not.
 *
 * @throws InvalidRequestError
 */
export function requireForApproval(tool: PaymentsTool, input: Fields): void {
  const missing = requiredFields(tool).filter((name) => input[name] === undefined);
  const issues = missing.map((path) => ({ path, message: messages[path] ?? 'is required' }));
  if (input.immediatelyExecute === true) {
    const message =
      'is not accepted: create the quote without it, then execute it, so that a person sees both amounts, the rate and the fees';
    issues.push({ path: 'immediatelyExecute', message });
  }
  if (issues.length > 0) throw new InvalidRequestError(issues, { operation: tool.operation.name });
}
