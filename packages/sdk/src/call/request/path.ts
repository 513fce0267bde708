import type { InputIssue } from '@org/payments-contract';
import { InvalidRequestError } from '../../errors/caller-errors.ts';

const controlCharacter = /\p{Cc}/u;

/** Text that encoding leaves as it is, other than a relative segment. */
const plainSegment = /^(?!\.{1,2}$)[\w.!~*'():-]+$/;

function problem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'expected a string';
  if (value === '') return 'is empty';
  if (value === '.' || value === '..') return 'is a relative path segment';
  if (controlCharacter.test(value)) return 'has a control character';
  if (!value.isWellFormed()) return 'has a lone surrogate';
  return undefined;
}

/** One value as one path segment. The colon of an id stays readable. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':');
}

/** A template split at its parameters: fixed text, parameter, fixed text, and so on. */
const templates = new Map<string, readonly string[]>();

function splitTemplate(template: string): readonly string[] {
  const parts = template.split(/\{(\w+)\}/);
  templates.set(template, parts);
  return parts;
}

/**
 * Fills a path template.
 *
 * @throws InvalidRequestError for a value that is not a string, is empty, `.` or `..`, or holds a
 *   control character or a lone surrogate
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  const parts = templates.get(template) ?? splitTemplate(template);
  const issues: InputIssue[] = [];
  let path = '';
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    if (index % 2 === 0) {
      path += part;
      continue;
    }
    const value = values[part];
    if (typeof value === 'string' && plainSegment.test(value)) {
      path += value;
      continue;
    }
    const message = problem(value);
    if (message === undefined) path += encodeSegment(value as string);
    else issues.push({ path: part, message });
  }
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return path;
}

/** Characters of a path as `encodeSegment` leaves them; a `%` only before two digits. */
const encodedSegment = /^(?:[\w.!~*'():-]|%[0-9A-Fa-f]{2})+$/;

/** Whether a path is one that the template can produce. */
export function matchesTemplate(template: string, path: string): boolean {
  const expected = template.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, index) =>
      segment.startsWith('{')
        ? encodedSegment.test(actual[index] ?? '') && !/^\.{1,2}$/.test(actual[index] ?? '')
        : segment === actual[index],
    )
  );
}

/** Query fields as `?name=value`, or nothing. Fields without a value are left out; lists repeat. */
export function search(query: Readonly<Record<string, unknown>> = {}): string {
  if (Object.keys(query).length === 0) return '';
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      parameters.append(name, String(item));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

const none: Readonly<Record<string, string>> = {};

/** The values of the parameters in a path that the template produced, decoded. */
export function pathParams(template: string, path: string): Readonly<Record<string, string>> {
  const parts = templates.get(template) ?? splitTemplate(template);
  if (parts.length === 1) return none;
  const params: Record<string, string> = {};
  let start = parts[0]?.length ?? 0;
  for (let index = 1; index < parts.length; index += 2) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    const value = path.slice(start, end);
    params[parts[index] ?? ''] = value.includes('%') ? decodeURIComponent(value) : value;
    start = end + (parts[index + 1]?.length ?? 0);
  }
  return params;
}
