import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import { ArgumentError } from '@org/payments-contract/internal';

/** The oldest version that is tested, as in the manifest. */
const OLDEST = [22, 12] as const;

/**
 * Checks the version of Node.js: clients start the command with the one they find first.
 *
 * @param advice what to do besides using another version
 * @throws ArgumentError for one that is older than the package supports
 */
export function requireNodeVersion(version: string, advice = ''): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new ArgumentError(
    `Node.js ${version} is too old; use ${OLDEST.join('.')} or later${advice}`,
  );
}

/** The command that opens an address on a system, its arguments, and what it reads. */
export function openerOf(system: NodeJS.Platform, address: string) {
  // Other users can list arguments: what is read they do not see. On Windows they cannot.
  if (system === 'darwin') return ['osascript', [], `open location "${address}"`] as const;
  if (system === 'win32')
    return ['rundll32', ['url.dll,FileProtocolHandler', address], ''] as const;
  return ['xdg-open', [address], ''] as const;
}

/** Opens an address in the person's browser; where there is none, the printed address remains. */
export function openBrowser(address: string): void {
  const [command, options, input] = openerOf(platform, address);
  const child = spawn(command, options, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined).end(input);
  child.unref();
}

/** Milliseconds in which calls are made together. */
const TOGETHER = 5_000;

/** Opens an address unless one was opened just now, whose call still waits: its page leads to the others. */
export function firstOfMany(open: (address: string) => void, now = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  return (address: string, waiting: number): void => {
    if (waiting > 1 && now() - last <= TOGETHER) return;
    last = now();
    open(address);
  };
}
