import { optionChecks } from '@org/payments-contract/internal';
import { ConfigurationError } from '@org/payments-sdk';

/** Checks of options and parts. They throw a ConfigurationError. */
export const { checkOptions, checkFunctions, checkRequest } = optionChecks(
  (option, message, action) => new ConfigurationError(option, message, action),
);
