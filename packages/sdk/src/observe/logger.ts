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
export function isLogged(level: Exclude<LogLevel, 'off'>, limit: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(limit);
}
