import type { Logger } from '@org/payments-sdk';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** The same code as that of the SDK's warnings. */
const CALLBACK_FAILED = 'PAYMENTS_CALLBACK_FAILED';

const reported = new WeakSet<Logger>();

function report(logger: Logger): void {
  if (reported.has(logger)) return;
  reported.add(logger);
  // Not the error itself, which may quote a value.
  process.emitWarning('`logger` threw or rejected. The call continued; this is reported once.', {
    type: 'PaymentsWarning',
    code: CALLBACK_FAILED,
  });
}

/**
 * Logs a line. A logger that throws, or whose function returns a promise that rejects, does not
 * affect the call: its result may be that of a payment. The first failure of each logger is reported
 * as a warning of the process.
 */
export function tell(
  logger: Logger | undefined,
  level: Level,
  message: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (logger === undefined) return;
  try {
    const returned: unknown = logger[level](message, fields);
    Promise.resolve(returned).catch(() => report(logger));
  } catch {
    report(logger);
  }
}
