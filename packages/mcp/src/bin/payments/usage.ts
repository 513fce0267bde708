import { operations } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { variantRequirements } from '../../tools/json-schema.ts';
import { needsPerson } from '../../tools/offered.ts';
import type { ObjectSchema } from '../../tools/schema-types.ts';
import { type PaymentsTool, toolOf, whenAsked } from '../../tools/tool.ts';
import type { Flag } from './flags.ts';
import { kebabCase, refusalOf, usableOperations, wordsOf } from './operations.ts';

const options = `Options of every operation:
  --csv, --json           print CSV or JSON instead of a table
  --columns <a,b>         lists: print only these fields, such as id,status
  --first <number>        lists: print at most this many items; all pages otherwise
  --from, --to <time>     lists with a period: from a day or time, to the end of a day (UTC) or a time
  --input <file|->        read the input as JSON from a file or standard input; options override it
  --dry-run               check the input, print the request without secrets, and send nothing
  --yes                   do not ask; an operation that takes --idempotency-key then needs it
  --journal <file>        record changes before they are sent (PAYMENTS_JOURNAL)
  --profile <name>        take the settings of this name from ~/.config/payments/profiles.json, and
                          none from the environment
  --keychain              read the secret from the system's keychain: the service "payments" and as
                          account the token id, or "agent"
  --mock                  use the mock at http://127.0.0.1:4010 (PAYMENTS_MOCK_URL)
  -h, --help              print this, or the options of an operation
`;

const rest = `
Environment:
  PAYMENTS_BASE_URL       address of the API, with its version
  PAYMENTS_TOKEN_ID, PAYMENTS_CLIENT_SECRET
                          the API token
  PAYMENTS_FIRST_TOKEN_ID the id of the first API token, if it was replaced: the journal and runs know
                          the account by it; after it, with commas, others used before this one
  PAYMENTS_ACCESS_TOKEN   the access token of an agent, for operations of agents
  PAYMENTS_DIALECT        the words of a newer service, 2026-08
  PAYMENTS_CREDENTIALS_COMMAND
                          a command whose first line of output is the secret, run by the shell if
                          the secret's own variable is not set; PAYMENTS_ACCOUNT tells it whose: the
                          token id, or "agent"
  PAYMENTS_JOURNAL, PAYMENTS_JOURNAL_SECRET
                          the file of the journal, and the secret that seals it
  PAYMENTS_RUN_STATE      where payments run keeps how far it is; see its --help

Exit status:
  0  done
  1  failed: the service refused it, or nothing was sent
  2  the command line or the environment is not valid; nothing was sent
  3  the outcome of a change is not known: it may have been carried out
  4  the person typed something other than yes; nothing was sent
  5  the service carried it out, and its response could not be used, or not be printed, or the
     journal could not record that
  6  the service accepted the payment, and it was not made: it is FAILED, REJECTED, EXPIRED or
     REFUNDED
  8  the service accepted the payment, and it waits until somebody approves or authorizes it
  130  interrupted with Ctrl-C; this command has changed nothing
`;

export function usage(): string {
  const resources = new Map<string, string[]>();
  for (const { name } of usableOperations()) {
    const words = wordsOf(name).split(' ');
    const resource = words.slice(0, -1).join(' ');
    resources.set(resource, [...(resources.get(resource) ?? []), words.at(-1) ?? '']);
  }
  const lines = [...resources].map(([resource, verbs]) => `  ${resource}: ${verbs.join(', ')}`);
  return `Usage: payments <resource> <operation> [options]
       payments help [<resource> [<operation>]]
       payments check [--profile <name>] [--json], which tries credentials, clock and journal
       payments journal status|recover [--journal <file>] [--formerly <base URL>]
         (recover reads what became of open changes, and sends open payments again with their key)
       payments journal settle <key or id> --as applied|not-applied [--journal <file>]
                [--formerly <base URL>]
         (records what you found out about an open change, at the earliest after 30 minutes;
          recover finds out by itself what can be)
       payments replay <report.json> [--json]
       payments run <payouts.csv> --from <internal account>, see payments run --help
       payments completion bash|zsh|fish

Calls an operation of the payments API. Amounts name their unit: --amount 150.00USD, or in the
currency's smallest unit --amount-minor 15000.

Operations:
${lines.join('\n')}

${options}${rest}`;
}

/** The operations of the resource that words name; undefined for others. */
export function resourceHelp(words: readonly string[]): string | undefined {
  const own = operations().filter(({ name }) => wordsOf(name).startsWith(`${words.join(' ')} `));
  if (own.length === 0) return undefined;
  const lines = own.map((one) => {
    const note = refusalOf(one) === undefined ? '' : ' (from a program only; its help says why)';
    return `  ${wordsOf(one.name)}: ${toolOf(one, false).title}${note}`;
  });
  return `Usage: payments ${words.join(' ')} <operation> [options]\n\n${lines.join('\n')}\n`;
}

function flagLine({ name, kind, isList, isRequired, description, values }: Flag): string {
  const shown = kind === 'amount' ? '150.00USD' : kind;
  const value = ` <${values.length > 0 ? values.join('|') : shown}>`;
  // The command makes one where a person is asked.
  const need = name === 'idempotency-key' ? 'required with --yes' : 'required';
  const facts = [isRequired ? need : '', isList ? 'may be repeated' : ''].filter(Boolean);
  const text = [visibleText(description.replaceAll('\n', ' ')), facts.join(', ')].filter(Boolean);
  return `  --${name}${value}\n      ${text.join(' ')}`.trimEnd();
}

/** `Also required, by ...: A: one, two; B: three.` as lines with the options of an object's fields. */
function neededLines(text: string | undefined, path: string): string[] {
  const [, tag, needs] = /Also required, by `(\w+)`: (.+)\.$/.exec(text ?? '') ?? [];
  if (tag === undefined || needs === undefined) return [];
  const option = (field: string) => `--${path}${kebabCase(field)}`;
  const lines = needs.split('; ').map((one) => {
    const [value, fields = ''] = one.split(': ');
    return `  ${value}: ${fields.split(', ').map(option).join(', ')}`;
  });
  return [`Also required, by ${option(tag)}:`, ...lines, ''];
}

/** The same of every object below a schema, with its parts as options of their own. */
function neededBelow({ properties = {} }: Partial<ObjectSchema>, path = ''): string[] {
  return Object.entries(properties).flatMap(([field, node]) => {
    const own = `${path}${kebabCase(field)}.`;
    return [...neededLines(node.description as string | undefined, own), ...neededBelow(node, own)];
  });
}

export function operationHelp(
  { title, operation, inputSchema }: PaymentsTool,
  flags: readonly Flag[],
): string {
  const { name, row } = operation;
  const asks = needsPerson(row) ? `\nAsks before it is sent${whenAsked(row)}.\n` : '';
  const needed = [...neededLines(variantRequirements(row), ''), ...neededBelow(inputSchema)];
  const lines = [...flags.map(flagLine), ...(needed.length > 0 ? ['', ...needed] : [])];
  const own = flags.length === 0 ? '' : `\n${lines.join('\n').trimEnd()}\n`;
  const refusal = refusalOf(operation);
  if (refusal !== undefined) {
    return `${title}.\n\nThe command does not send it: ${visibleText(refusal)}.\n\nIts fields:\n${own}`;
  }
  const words = Object.keys(row.params?.shape ?? {}).map((one) => ` <${kebabCase(one)}>`);
  return `Usage: payments ${wordsOf(name)}${words.join('')} [options]\n\n${title}.\n${asks}${own}\n${options}`;
}
