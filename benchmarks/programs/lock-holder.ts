import { DatabaseSync } from 'node:sqlite';

/** Holds the lock of an SQLite file until it is killed. */
const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('BEGIN IMMEDIATE');
console.log('locked');
setInterval(() => undefined, 60_000);
