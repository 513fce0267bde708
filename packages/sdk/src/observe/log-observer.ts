import type { ClientEvent, Observer } from './events.ts';
import { isLogged, type Logger, type LogLevel } from './logger.ts';

type Level = Exclude<LogLevel, 'off'>;
type Fields = Readonly<Record<string, unknown>>;

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

/** Writes events as log lines. */
export function logObserver(logger: Logger, limit: LogLevel): Observer {
  const isReversed = takesFieldsFirst(logger);
  return (event) => {
    const level = levelOf(event);
    if (!isLogged(level, limit)) return;
    const { type, ...fields } = event;
    const message = type.startsWith('journal')
      ? `payments: ${type}`
      : `payments: ${event.operation ?? 'request'} ${type}`;
    // A logger that returns a promise may reject: the caller handles it.
    if (!isReversed) return logger[level](message, fields);
    return (logger[level] as unknown as (fields: Fields, message: string) => void).call(
      logger,
      fields,
      message,
    );
  };
}
