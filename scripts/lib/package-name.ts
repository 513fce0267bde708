import { isBuiltin } from 'node:module';

/** Returns the package that a bare specifier names: `@scope/name/sub` names `@scope/name`. */
export function packageNameOf(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || isBuiltin(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
