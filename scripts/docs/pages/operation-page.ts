import {
  errorCodes,
  errorCodesOf,
  headerNames,
  type NamedOperation,
  type OperationRow,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import type { EventGroup } from '../../generate/event-groups.ts';
import { table } from '../../generate/page.ts';
import { firstSentence } from '../../generate/row-comments.ts';
import { curlOf } from '../examples/curl.ts';
import { callOf, exampleProgram } from '../examples/program.ts';
import type { ExampleRun } from '../examples/run-example.ts';
import { walletForm } from '../examples/wallet-calls.ts';
import type { FieldRow } from '../field-rows.ts';
import { secretPaths } from '../secret-paths.ts';
import { cell, fieldTable, prose } from './field-table.ts';
import { errorPath, eventPath, operationPath, operationSlug } from './slug.ts';

/** The contents of an operation's page besides its row. */
export interface OperationFacts {
  readonly operation: NamedOperation;
  readonly comment: string;
  readonly input: readonly FieldRow[];
  readonly result: readonly FieldRow[];
  readonly run: ExampleRun;
  /** The events of the operation's area. */
  readonly events: readonly EventGroup[];
}

const clients = {
  platform: 'the platform (`createPaymentsClient`), Basic credentials',
  agent: 'an agent (`createAgentClient`), bearer token',
  none: 'anybody, no credentials',
} as const;

const signing = {
  never: 'never',
  conditional: 'for some inputs, by [the signed retry](/concepts/signed-retry)',
  required: 'always, by [the signed retry](/concepts/signed-retry)',
  inline: 'on the only request, where the resource carries a `payloadToSign`',
} as const;

const retry = {
  safe: 'yes: it is a read',
  keyed: 'yes, with the same `idempotencyKey`',
  never: 'no: a lost response is an [`OutcomeUnknownError`](/concepts/outcomes)',
} as const;

const origins = {
  specified: 'The specification defines the whole operation.',
  named: 'The specification names the operation; its fields come from the public reference.',
  reference: 'The fields come from the public reference of this class of API.',
} as const;

function facts({ row }: NamedOperation): string {
  const permission = row.auth === 'platform' ? `, permission \`${row.permission}\`` : '';
  return [
    `- **Request:** \`${row.method} ${row.path}\`${row.media === 'multipart' ? ', `multipart/form-data`' : ''}`,
    `- **Called by:** ${clients[row.auth]}${permission}`,
    `- **Signed:** ${signing[row.signing]}`,
    `- **Sent again after a failure:** ${retry[row.retry]}`,
    ...(row.list === undefined ? [] : ['- **Returns:** a list; iterate over it, or take a page']),
    ...(row.deprecated === undefined ? [] : [`- **Deprecated:** ${row.deprecated}`]),
  ].join('\n');
}

function fence(language: string, label: string, code: string): string {
  return `\`\`\`${language} [${label}]\n${code.trimEnd()}\n\`\`\``;
}

function examples(operation: NamedOperation): string {
  const wallet = walletForm(operation);
  const { input } = exampleOf(operation.name);
  return [
    '::: code-group',
    fence('ts', 'SDK', callOf(operation, {}, input)),
    fence('sh', 'curl', curlOf(operation)),
    ...(wallet?.action === undefined ? [] : [fence('ts', 'Relay', wallet.action)]),
    ...(wallet === undefined ? [] : [fence('ts', 'Browser', wallet.browser)]),
    ':::',
  ].join('\n');
}

function noRelay(operation: NamedOperation): string {
  if (walletForm(operation) !== undefined) return '';
  if (operation.row.auth !== 'platform') return '';
  return 'Wallets do not use this operation: call it on your server.';
}

function places(row: OperationRow): (field: string) => string {
  const inHeader = Object.keys(row.headers?.shape ?? {});
  const inQuery = Object.keys(row.query?.shape ?? {});
  const inPath = Object.keys(row.params?.shape ?? {});
  return (field) => {
    if (inPath.includes(field)) return 'path';
    if (inQuery.includes(field)) return 'query';
    const header = (headerNames as Readonly<Record<string, string>>)[field];
    if (inHeader.includes(field)) return `header \`${header ?? field}\``;
    return row.media === 'multipart' ? 'form' : 'body';
  };
}

function request({ operation: { row }, input }: OperationFacts): string {
  if (input.length === 0) return 'The request has no fields.';
  const secrets = secretPaths([row.params, row.query, row.headers, row.body]);
  return fieldTable(input, { placeOf: places(row), secrets });
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function response({ operation: { name, row }, result }: OperationFacts): string {
  const statuses = Object.keys(row.responses).join(', ');
  const challenge =
    row.signing === 'required' || row.signing === 'conditional'
      ? 'The first leg responds with 202 and `{ type, requestId, payloadToSign, expiresAt }`; the client stamps the payload and sends the request again.'
      : '';
  const schemas = Object.values(row.responses);
  const { result: value } = exampleOf(name);
  const parts =
    result.length === 0
      ? [`Status ${statuses}, without a body.`]
      : [
          `Status ${statuses}.`,
          fieldTable(result, { secrets: secretPaths(schemas) }),
          '::: details Example',
          json(value),
          ':::',
        ];
  return [...parts, challenge].filter((text) => text !== '').join('\n\n');
}

function errors({ row }: NamedOperation): string {
  const rows = errorCodesOf(row).map((code) => {
    const { status, action } = errorCodes[code];
    return [`[\`${code}\`](${errorPath(code)})`, String(status), cell(action)];
  });
  return table(['Code', 'Status', 'What to do'], rows);
}

function events({ operation, events: ofArea, run }: OperationFacts): string {
  if (operation.row.method === 'GET') return 'A read emits no events.';
  const link = (type: string) => `[\`${type}\`](${eventPath(type)})`;
  const others = ofArea
    .flatMap(({ row }) => row.types)
    .filter((type) => !run.events.includes(type));
  const lines = [
    run.events.length === 0
      ? 'The example emits no event.'
      : `The example emits ${run.events.map(link).join(', ')}.`,
    others.length === 0 ? '' : `Events of the same resources: ${others.map(link).join(', ')}.`,
  ];
  return lines.filter((line) => line !== '').join(' ');
}

/** The page of an operation. */
export function operationPage(given: OperationFacts): GeneratedPage {
  const { operation, comment } = given;
  const { name, row } = operation;
  const { program } = exampleProgram(name);
  const parts = [
    `# ${name}`,
    prose(comment),
    facts(operation),
    '## Example',
    examples(operation),
    noRelay(operation),
    '## Try it',
    `<TryIt program="${encodeURIComponent(program)}" />`,
    '## Request',
    request(given),
    '## Response',
    response(given),
    '## Errors',
    errors(operation),
    '## Events',
    events(given),
    `*${origins[row.origin]}*`,
  ];
  return {
    slug: operationSlug(name),
    title: name,
    description: firstSentence(comment),
    group: name.slice(0, name.lastIndexOf('.')),
    content: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
  };
}

/** A list of links to operations, with a sentence about each. */
export function operationLink(name: string): string {
  return `[\`${name}\`](${operationPath(name)})`;
}
