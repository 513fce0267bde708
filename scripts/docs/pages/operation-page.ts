import {
  errorCodes,
  errorCodesOf,
  headerNames,
  type NamedOperation,
  type OperationRow,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { GeneratedPage } from '../../../docs/.vitepress/navigation.ts';
import { concerns, obligations } from '../../follow/register.ts';
import { curlOf } from '../examples/curl.ts';
import { callOf, exampleProgram } from '../examples/program.ts';
import type { ExampleRun } from '../examples/run-example.ts';
import { walletForm } from '../examples/wallet-calls.ts';
import type { FieldRow } from '../facts/field-rows.ts';
import type { EventGroup, RowComment } from '../facts/row-comments.ts';
import { secretPaths } from '../openapi/schemas.ts';
import { fieldTable } from './field-table.ts';
import { blocks, cell, errorPath, eventLink, operationSlug, prose, table } from './markdown.ts';

/** The contents of an operation's page besides its row. */
export interface OperationFacts {
  readonly operation: NamedOperation;
  readonly comment: RowComment;
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

function facts(row: OperationRow): string {
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

function examples(operation: NamedOperation): string {
  const wallet = walletForm(operation);
  const tabs: readonly (readonly [label: string, code: string | undefined])[] = [
    ['ts [SDK]', callOf(operation)],
    ['sh [curl]', curlOf(operation)],
    ['ts [Relay]', wallet?.action],
    ['ts [Browser]', wallet?.browser],
  ];
  const shown = tabs.filter(([, code]) => code !== undefined);
  const fences = shown.map(([label, code]) => `\`\`\`${label}\n${code}\n\`\`\``);
  const isOnServers = wallet === undefined && operation.row.auth === 'platform';
  return blocks(
    ['::: code-group', ...fences, ':::'].join('\n'),
    isOnServers ? 'Wallets do not use this operation: call it on your server.' : '',
  );
}

/** Where a field of the input is sent. */
function placesOf(row: OperationRow): (field: string) => string {
  const has = (part: { readonly shape: object } | undefined, field: string) =>
    Object.hasOwn(part?.shape ?? {}, field);
  return (field) => {
    if (has(row.params, field)) return 'path';
    if (has(row.query, field)) return 'query';
    const header = (headerNames as Readonly<Record<string, string>>)[field];
    if (has(row.headers, field)) return `header \`${header ?? field}\``;
    return row.media === 'multipart' ? 'form' : 'body';
  };
}

function request({ operation: { row }, input }: OperationFacts): string {
  if (input.length === 0) return 'The request has no fields.';
  const secrets = secretPaths([row.params, row.query, row.headers, row.body]);
  return fieldTable(input, { placeOf: placesOf(row), secrets });
}

function response({ operation: { name, row }, result }: OperationFacts): string {
  const statuses = Object.keys(row.responses).join(', ');
  const example = JSON.stringify(exampleOf(name).result, null, 2);
  const parts =
    result.length === 0
      ? [`Status ${statuses}, without a body.`]
      : [
          `Status ${statuses}.`,
          fieldTable(result, { secrets: secretPaths(Object.values(row.responses)) }),
          `::: details Example\n\n\`\`\`json\n${example}\n\`\`\`\n\n:::`,
        ];
  const isChallenged = row.signing === 'required' || row.signing === 'conditional';
  return blocks(
    ...parts,
    isChallenged
      ? 'The first leg responds with 202 and `{ type, requestId, payloadToSign, expiresAt }`; the client stamps the payload and sends the request again.'
      : '',
  );
}

function errors(row: OperationRow): string {
  const rows = errorCodesOf(row).map((code) => {
    const { status, action } = errorCodes[code];
    return [`[\`${code}\`](${errorPath(code)})`, String(status), cell(action)];
  });
  return table(['Code', 'Status', 'What to do'], rows);
}

function events({ operation, events: ofArea, run }: OperationFacts): string {
  if (operation.row.method === 'GET') return 'A read emits no events.';
  const types = ofArea.flatMap(({ row }) => row.types);
  const others = types.filter((type) => !run.events.includes(type));
  const emitted = run.events.map(eventLink).join(', ');
  return [
    emitted === '' ? 'The example emits no event.' : `The example emits ${emitted}.`,
    others.length === 0
      ? ''
      : ` Events of the same resources: ${others.map(eventLink).join(', ')}.`,
  ].join('');
}

/** What the service promises of an operation, and where the contract decided. */
function promises(name: string): string {
  const lines = obligations
    .filter((each) => concerns(each, name))
    .map(({ id, says, reason }) => {
      const [page, word] =
        reason === undefined ? ['mock-rules', 'rule'] : ['decisions', 'decision'];
      return `- ${says} ([${word} ${id}](/reference/${page}#obligation-${id}))`;
    });
  return lines.join('\n');
}

/** The page of an operation. */
export function operationPage(given: OperationFacts): GeneratedPage {
  const { operation, comment } = given;
  const { name, row } = operation;
  return {
    slug: operationSlug(name),
    title: name,
    group: name.slice(0, name.lastIndexOf('.')),
    content: blocks(
      `# ${name}`,
      prose(comment.text),
      facts(row),
      '## Example',
      examples(operation),
      '## Try it',
      `<TryIt program="${encodeURIComponent(exampleProgram(name))}" />`,
      '## Request',
      request(given),
      '## Response',
      response(given),
      '## Errors',
      errors(row),
      '## Events',
      events(given),
      '## Promises',
      promises(name),
      `*${origins[comment.origin]}*`,
    ),
  };
}
