import type { ClientEvent, Observer } from './events.ts';

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

/** Whether a string is a level. */
export function isLogLevel(text: string): text is LogLevel {
  return (logLevels as readonly string[]).includes(text);
}

/** Whether a line of `level` is written when `limit` is set. */
function isLogged(level: Exclude<LogLevel, 'off'>, limit: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(limit);
}
