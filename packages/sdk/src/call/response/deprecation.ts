import type { CalledName } from '../../errors/payments-error.ts';
import type { CompleteResponse } from './complete-response.ts';

/** Operations whose deprecation was reported. */
const reported = new Set<string>();

interface Warner {
  emitWarning?(message: string, options: { readonly type: string; readonly code: string }): void;
}

/** The day of a `Deprecation` (RFC 9745: `@` and seconds) or `Sunset` (RFC 8594: a date) header. */
function dayOf(value: string | null): string | undefined {
  const time = value?.startsWith('@') ? Number(value.slice(1)) * 1000 : Date.parse(value ?? '');
  // The range of a Date.
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString().slice(0, 10) : undefined;
}

/**
 * Reports as a warning of the process, once for each operation, that the service announces the end of
 * an operation with `Deprecation` or `Sunset`. Only dates of the headers are shown.
 */
export function reportDeprecation(
  operation: CalledName | undefined,
  response: CompleteResponse,
): void {
  const deprecation = response.header('deprecation');
  const sunset = response.header('sunset');
  if (deprecation === null && sunset === null) return;
  const name = operation ?? 'request';
  if (reported.has(name)) return;
  reported.add(name);
  const since = dayOf(deprecation);
  const until = dayOf(sunset);
  const message = [
    `The service has deprecated ${name}`,
    since === undefined ? '' : ` as of ${since}`,
    until === undefined ? '' : ` and will remove it on ${until}`,
    '. This is reported once.',
  ].join('');
  const { process } = globalThis as { readonly process?: Warner };
  process?.emitWarning?.(message, { type: 'PaymentsWarning', code: 'PAYMENTS_DEPRECATED' });
}
