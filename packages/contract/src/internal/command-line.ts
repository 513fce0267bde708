/** The command line, or the environment, is not valid. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** The port that `--port` names. @throws ArgumentError */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new ArgumentError(`--port takes a number from 0 to 65535, not ${text}`);
}
