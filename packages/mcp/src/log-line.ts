import { callSafely, warnOnce } from '@org/payments-contract/internal';
import type { Logger } from '@org/payments-sdk';

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Logs a line. A logger that fails does not affect the call: its result may be that of a payment. The
 * first failure of each logger is reported as a warning of the process.
 */
export function logLine(
  logger: Logger | undefined,
  level: Level,
  message: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (logger === undefined) return;
  callSafely(
    () => warnOnce(logger, '`logger`'),
    () => logger[level](message, fields),
  );
}
