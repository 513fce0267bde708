import { spawn } from 'node:child_process';
import { platform } from 'node:process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the person's browser; where there is none, the printed address remains. */
export function openBrowser(address: string): void {
  const [command, ...options] = openers[platform] ?? ['xdg-open'];
  const child = spawn(command, [...options, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
