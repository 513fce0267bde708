import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

const hex = (number: number, digits: number) =>
  number.toString(16).toUpperCase().padStart(digits, '0');

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/** An address of this machine and a port, as the table of connections has them. */
const endOf = (address: string, port: number) =>
  `${address
    .split('.')
    .map((part) => hex(Number(part), 2))
    .reverse()
    .join('')}:${hex(port, 4)}`;

/**
 * The number of the user at the other end of a connection within this machine; undefined where the system
 * does not tell: only Linux does.
 */
export function userBehind({
  remoteAddress = '',
  remotePort = 0,
  localAddress = '',
  localPort = 0,
}: Socket): number | undefined {
  const ends = `${endOf(remoteAddress, remotePort)} (?:0{16}FFFF0{4})?${endOf(localAddress, localPort)}`;
  const row = new RegExp(`[: ](?:0{16}FFFF0{4})?${ends} \\S+ \\S+ \\S+ \\S+ +(\\d+)`);
  for (const table of TABLES) {
    try {
      const [, user] = row.exec(readFileSync(table, 'utf8')) ?? [];
      if (user !== undefined) return Number(user);
    } catch {
      // The system has no such table.
    }
  }
  return undefined;
}

/** Whether a connection is known to come from another user of this machine. The one who may do everything is not another. */
export function isForeignUser(socket: Socket): boolean {
  const user = userBehind(socket);
  return user !== undefined && user !== 0 && user !== process.getuid?.();
}
