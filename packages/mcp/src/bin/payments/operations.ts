import { type NamedOperation, operations } from '@org/payments-contract';
import { ArgumentError, closestNames } from '@org/payments-contract/internal';
import { handsOutSecret } from '../../tools/row-facts.ts';
import { type PaymentsTool, toolOf } from '../../tools/tool.ts';

/** `create-out` for `createOut`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
}

/** How an operation is written on the command line: `agent transfers create-out`. */
export function wordsOf(name: string): string {
  return name.split('.').map(kebabCase).join(' ');
}

/**
 * The operations of the command line. A secret that an operation hands out would stay in the
 * terminal's history, and a signature always needs the customer: those are for programs.
 */
export function usableOperations(): readonly NamedOperation[] {
  return operations().filter(
    ({ row }) => !handsOutSecret(row) && row.signing !== 'required' && row.signing !== 'inline',
  );
}

function programOnly({ name, row }: NamedOperation): ArgumentError {
  const why = handsOutSecret(row)
    ? 'hands out a secret, which a terminal would keep'
    : "needs the customer's signature";
  return new ArgumentError(`${wordsOf(name)} ${why}: call it from a program with the SDK`);
}

/** The operation that words name. @throws ArgumentError with the closest names */
export function operationNamed(words: readonly string[]): PaymentsTool {
  const given = words.join(' ');
  const found = operations().find(({ name }) => wordsOf(name) === given || name === given);
  if (found !== undefined) {
    if (!usableOperations().includes(found)) throw programOnly(found);
    return toolOf(found, false);
  }
  const all = usableOperations().map(({ name }) => wordsOf(name));
  const ofResource = all.filter((one) => one.startsWith(`${given} `));
  const near = ofResource.length > 0 ? ofResource : closestNames(given, all);
  const hint = near.length === 0 ? 'see payments --help' : `did you mean: ${near.join(', ')}`;
  throw new ArgumentError(`"${given}" is not an operation; ${hint}`);
}
