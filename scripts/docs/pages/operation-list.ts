import {
  errorCodesOf,
  type NamedOperation,
  type OperationRow,
  operations,
} from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { table } from '../../generate/page.ts';
import { firstSentence, rowComments } from '../../generate/row-comments.ts';
import { errorPath } from './slug.ts';

const auth = { platform: 'Basic', agent: 'Bearer', none: 'none' } as const;
const signing = {
  never: '',
  conditional: 'sometimes',
  required: 'always',
  inline: 'on the only request',
} as const;
const retry = { safe: 'yes, it reads', keyed: 'yes, by its key', never: 'no' } as const;

function errorsOf(row: OperationRow): string {
  return errorCodesOf(row)
    .map((code) => `[\`${code}\`](${errorPath(code)})`)
    .join(', ');
}

function rowOf({ name, row }: NamedOperation): string[] {
  return [
    `\`${name}\``,
    `\`${row.method} ${row.path}\``,
    auth[row.auth],
    signing[row.signing],
    retry[row.retry],
    row.origin,
    errorsOf(row),
  ];
}

function resourceOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function section(resource: string, members: readonly NamedOperation[]): string {
  const comments = rowComments();
  const lines = members.map(
    ({ name }) => `- \`${name}\`: ${firstSentence(comments.get(name) ?? '')}`,
  );
  return [`### ${resource}`, '', ...lines].join('\n');
}

/** The list of every operation of the contract, with its authentication, signing and retries. */
export function operationList(): GeneratedPage {
  const all = operations();
  const byResource = Map.groupBy(all, ({ name }) => resourceOf(name));
  const parts = [
    '# Operations',
    `The ${all.length} operations of the API. The columns:`,
    [
      "- **Auth**: the platform's token (`Basic`) or an agent's (`Bearer`).",
      '- **Signed**: whether the signed retry is due: always, or for some inputs.',
      '- **Sent twice**: whether the client may repeat it after a failure.',
      '- **Origin**: how much of the shape the specification defines: all of it (`specified`), only',
      '  the name (`named`), or nothing (`reference`).',
      '- **Errors**: the codes it is known to return.',
    ].join('\n'),
    table(
      ['Operation', 'Request', 'Auth', 'Signed', 'Sent twice', 'Origin', 'Errors'],
      all.map(rowOf),
    ),
    '## Descriptions',
    ...[...byResource].map(([resource, members]) => section(resource, members)),
  ];
  return {
    slug: 'index',
    title: 'Operations',
    description: 'Every operation, with its authentication, signing and retries.',
    group: 'Operations',
    content: `${parts.join('\n\n')}\n`,
  };
}
