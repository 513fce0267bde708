import type { ClientEvent, Observer } from './events.ts';
import { isLogged, type Logger, type LogLevel } from './logger.ts';

type Level = Exclude<LogLevel, 'off'>;

function levelOf(event: ClientEvent): Level {
  if (event.type === 'journal.failed') return 'warn';
  if (event.type === 'drift' || event.type === 'retry') return 'warn';
  if (event.type === 'call.end') return event.error === undefined ? 'info' : 'error';
  return 'debug';
}

/** Writes events as log lines. */
export function logObserver(logger: Logger, limit: LogLevel): Observer {
  return (event) => {
    const level = levelOf(event);
    if (!isLogged(level, limit)) return;
    const { type, ...fields } = event;
    // A logger that returns a promise may reject: the caller handles it.
    return logger[level](
      type.startsWith('journal')
        ? `payments: ${type}`
        : `payments: ${event.operation ?? 'request'} ${type}`,
      fields,
    );
  };
}
