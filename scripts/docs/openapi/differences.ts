import { type OperationRow, operations } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { table } from '../../generate/page.ts';

type Field = keyof OperationRow;

/** Fields of a row that OpenAPI's own keywords express. */
const expressible: readonly Field[] = [
  'method',
  'path',
  'params',
  'query',
  'headers',
  'body',
  'media',
  'responses',
  'auth',
];

/**
 * Fields that OpenAPI has no keywords for: their place in the document, and the information that is
 * lost.
 */
const extensions: Readonly<Partial<Record<Field, string>>> = {
  signing:
    'In `x-signing`. That the second request repeats the first with a stamp is only described.',
  retry: 'In `x-retry`: whether a client may repeat the request.',
  errors: 'In `x-codes` of each rejection: the codes it can carry.',
  origin: 'In `x-origin`: how much of the shape the specification defines.',
};

const lost: Readonly<Partial<Record<Field, string>>> = {
  statuses: 'Why a status is returned. The document has the status.',
  permission: 'Which permission an API token needs.',
  risk: 'What a call can do at worst, from a read to what cannot be undone.',
  isRisk: 'Which inputs have that risk, if not all.',
  agentPermission: "What an agent's policy must allow.",
  moves: 'Which state a call leads to, and from which states it is allowed.',
  reconcile: 'How to find out the outcome of a write whose response was lost.',
  list: 'That the result is a list, and whether it has pages: a client has to guess from field names.',
  result: 'What identifies the result of a write, where the schema does not say it.',
  payload: 'Where the payload to sign is in an earlier response.',
  rules: 'Conditions between fields, such as at least one of two.',
  rate: 'Which rate limit applies.',
  since: 'The version in which the operation appeared.',
};

/** The fields of rows that no list of this file names. */
export function unlisted(): string[] {
  const known = new Set<string>([...expressible, ...Object.keys(extensions), ...Object.keys(lost)]);
  const used = operations().flatMap(({ row }) =>
    Object.entries(row).flatMap(([field, value]) => (value === undefined ? [] : [field])),
  );
  return [...new Set(used)].filter((field) => !known.has(field)).sort();
}

function rowsOf(list: Readonly<Partial<Record<Field, string>>>): string[][] {
  return Object.entries(list).map(([field, text]) => {
    const having = operations().filter(({ row }) => {
      const value: unknown = row[field as Field];
      return value !== undefined && (!Array.isArray(value) || value.length > 0);
    });
    return [`\`${field}\``, text, String(having.length)];
  });
}

/**
 * The page on the information in the contract's rows that `openapi.json` lacks.
 */
export function differencesPage(): GeneratedPage {
  const parts = [
    '# Differences between openapi.json and the contract',
    `[openapi.json](/openapi.json) is valid OpenAPI 3.1 and has every operation and every webhook. The rows of the contract hold more; this page lists the differences. OpenAPI's own keywords express ${expressible.map((field) => `\`${field}\``).join(', ')}.`,
    '## Kept in extensions',
    table(['Field', 'Where', 'Operations'], rowsOf(extensions)),
    [
      'In schemas: `x-known-values` lists the known values of an enum that later versions may extend (an',
      '`enum` would refuse them), `x-unit` states what a number counts, `x-secret` marks what must not be logged, `x-max-bytes` limits an upload.',
      'In webhooks: `x-redelivered` states whether a delivery is repeated after a failure.',
    ].join('\n'),
    '## Not in the document',
    table(['Field', 'What is lost', 'Operations'], rowsOf(lost)),
    [
      'Conditions of schemas that are written as code are lost: that a date exists, that a public key is a',
      'point on the curve, that an integer is not rounded beyond 2^53 - 1.',
    ].join('\n'),
  ];
  return {
    slug: 'openapi-differences',
    title: 'OpenAPI differences',
    description: 'What openapi.json lacks compared with the contract.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
