import { type OptionChecks, optionChecks } from '@org/payments-contract/internal';
import { ConfigurationError } from '../errors/caller-errors.ts';

/** Checks of options and parts. They throw a ConfigurationError. */
export const { checkOptions, checkFunctions, checkRequest }: OptionChecks = optionChecks(
  (option, message, action) => new ConfigurationError(option, message, action),
);
