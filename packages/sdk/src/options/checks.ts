import {
  type OptionChecks,
  type OptionIssue,
  type OptionKinds,
  optionChecks,
  optionIssues,
} from '@org/payments-contract/internal';
import { ConfigurationError, InvalidRequestError } from '../errors/caller-errors.ts';

/** Checks of options and parts. They throw a ConfigurationError. */
export const { checkOptions, checkFunctions, checkRequest }: OptionChecks = optionChecks(
  (option, message, action) => new ConfigurationError(option, message, action),
);

/**
 * Checks the options of a call.
 *
 * @param further what else is wrong with them
 * @throws InvalidRequestError with every option whose name or value is wrong
 */
export function checkCallOptions(
  options: unknown,
  known: OptionKinds,
  further: readonly OptionIssue[] = [],
): void {
  if (Object.prototype.toString.call(options) !== '[object Object]') {
    throw new InvalidRequestError([{ path: 'options', message: 'expected an object' }]);
  }
  const issues = [...optionIssues(options as object, known), ...further];
  if (issues.length === 0) return;
  throw new InvalidRequestError(
    issues.map(({ path, message }) => ({ path: `options.${path}`, message })),
  );
}
