import type { Fields } from '@org/payments-contract';
import type { ClientEvent, Observer } from './events.ts';

/** How much is logged. Bodies are never logged; secrets are masked at every level. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** The receiver of log lines, such as `console`. */
export interface Logger {
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  debug(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** Every level, from the fewest lines to the most. */
export const logLevels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

export function isLogLevel(text: string): text is LogLevel {
  return (logLevels as readonly string[]).includes(text);
}

/** Whether a line of `level` is written when `limit` is set. */
function isLogged(level: Exclude<LogLevel, 'off'>, limit: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(limit);
}

type Level = Exclude<LogLevel, 'off'>;
function levelOf(event: ClientEvent): Level {
  if (event.type === 'journal.failed') return 'warn';
  if (event.type === 'drift' || event.type === 'retry') return 'warn';
  if (event.type === 'call.end') return event.error === undefined ? 'info' : 'error';
  return 'debug';
}

/**
 * Functions of the loggers whose methods take the fields before the message: pino, with its
 * children, and bunyan. They would drop fields that come second.
 */
const fieldsFirst = ['bindings', 'addSerializers'];

function takesFieldsFirst(logger: Logger): boolean {
  const functions = logger as unknown as Fields;
  return fieldsFirst.some((name) => typeof functions[name] === 'function');
}

export function logObserver(logger: Logger, limit: LogLevel): Observer {
  const isReversed = takesFieldsFirst(logger);
  return (event) => {
    const level = levelOf(event);
    if (!isLogged(level, limit)) return;
    const { type, ...fields } = event;
    const message =
      event.call === 0 ? `payments: ${type}` : `payments: ${event.operation ?? 'request'} ${type}`;
    // A logger that returns a promise may reject: the caller handles it.
    if (!isReversed) return logger[level](message, fields);
    return (logger[level] as unknown as (fields: Fields, message: string) => void).call(
      logger,
      fields,
      message,
    );
  };
}
