import { type ApiError, isPaymentsError, type PaymentsError } from '@org/payments-sdk';

/**
 * Whether a value is an error of one class of the SDK, by its name: also one of another copy of the
 * package, because the ES module and the CommonJS form have their own classes.
 */
export function isNamed<Kind extends PaymentsError>(
  value: unknown,
  name: Kind['name'],
): value is Kind {
  return isPaymentsError(value) && value.name === name;
}

/** Whether a value is a refusal of the service, of any class. */
export function isApiError(value: unknown): value is ApiError {
  if (!isPaymentsError(value)) return false;
  const { status, issues, headers } = value as Partial<ApiError>;
  return typeof status === 'number' && issues !== undefined && headers !== undefined;
}
