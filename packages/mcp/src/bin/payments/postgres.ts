import { ArgumentError } from '@org/payments-contract/internal';
import type { Pool } from 'pg';

/** Whether a place is a database, and not a file. */
export const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

/** A place as it may be shown: without the password of a database. */
export function placeName(place: string): string {
  if (!isDatabase(place) || !URL.canParse(place)) return place;
  const url = new URL(place);
  url.password = '';
  // Parameters may hold one as well.
  url.search = '';
  return url.href;
}

/** Connections to a PostgreSQL database, made at first use. @throws ArgumentError where `pg` is not installed */
export async function openPool(connectionString: string): Promise<Pool> {
  const { Pool } = await import('pg').catch((cause: unknown) => {
    throw new ArgumentError('a database needs the package pg: npm install pg', { cause });
  });
  const pool = new Pool({ connectionString, application_name: 'payments' });
  // Without a listener, a connection that the database ends would end the process: the next query says it.
  pool.on('error', () => undefined);
  return pool;
}
