import type { InputIssue } from '@org/payments-contract';
import { InvalidRequestError } from '../errors/caller-errors.ts';

const controlCharacter = /\p{Cc}/u;

function problem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'expected a string';
  if (value === '') return 'is empty';
  if (value === '.' || value === '..') return 'is a relative path segment';
  if (controlCharacter.test(value)) return 'has a control character';
  if (!value.isWellFormed()) return 'has a lone surrogate';
  return undefined;
}

/** Text that encoding leaves as it is. */
const plainSegment = /^[\w.!~*'():-]+$/;

/** One value as one path segment. The colon of an id stays readable. */
function encodeSegment(value: string): string {
  if (plainSegment.test(value)) return value;
  return encodeURIComponent(value).replaceAll('%3A', ':');
}

/**
 * Fills a path template.
 *
 * @throws InvalidRequestError for a value that is not a string, is empty, `.` or `..`, or holds a
 *   control character or a lone surrogate
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  if (!template.includes('{')) return template;
  const issues: InputIssue[] = [];
  const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    const message = problem(value);
    if (message === undefined) return encodeSegment(value as string);
    issues.push({ path: name, message });
    return '';
  });
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return path;
}

/** Whether a path is one that the template can produce. */
export function matchesTemplate(template: string, path: string): boolean {
  const expected = template.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, index) =>
      segment.startsWith('{')
        ? /^[A-Za-z0-9\-_.!~*'():%]+$/.test(actual[index] ?? '') &&
          !/^\.{1,2}$/.test(actual[index] ?? '')
        : segment === actual[index],
    )
  );
}
