import { laterBuiltIns } from './browser-floor.ts';

/**
 * Takes away what the oldest versions of the supported browsers do not have, each of them. Import it
 * before the wallet: each file of tests has a page of its own.
 */
for (const path of laterBuiltIns()) {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const read = (value: unknown, name: string) =>
    (value as Record<string, unknown> | undefined)?.[name];
  const owner = names.reduce<unknown>(read, globalThis);
  if (Object(owner) === owner) Reflect.deleteProperty(owner as object, last);
}
