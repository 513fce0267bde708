import type { AllowedPayment } from '../policy/check-policy.ts';
import { amountText } from '../policy/payment.ts';
import { maskedInput } from '../run/masks.ts';
import type { PaymentsTool } from '../tools/tool.ts';

type Fields = Readonly<Record<string, unknown>>;

function lines(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, child]) =>
    lines(child, path === '' ? name : `${path}.${name}`),
  );
}

/**
 * What a person is asked to confirm: what the tool does, what it moves, and each argument, with
 * secrets masked. Strings are quoted, so that none can look like a line of its own.
 */
export function summaryOf(
  { title, operation }: PaymentsTool,
  input: Fields,
  allowed: AllowedPayment | undefined,
): string {
  const { amount, currency } = allowed?.payment ?? {};
  const masked = maskedInput(operation.row, input);
  return [
    `${title}${amount === undefined ? '' : `: ${amountText(amount, currency)}`}`,
    ...lines(masked, ''),
    ...(allowed?.waits === true ? ['It then waits for the approval of the platform.'] : []),
  ].join('\n');
}
