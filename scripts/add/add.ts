import { parseArgs } from 'node:util';
import type { Finished } from '../lib/run.ts';
import { addArea } from './area.ts';
import { addCode } from './code.ts';
import { addEvent } from './event.ts';
import { addField } from './field.ts';
import { addOperation } from './operation.ts';
import type { Decisions } from './places.ts';
import { AddError, type Tree } from './tree.ts';

/** How each kind of addition is written. */
const forms = {
  field: `npm run add -- field <schema>.<field>          Card.nickname, cardCreate.nickname`,
  operation: `npm run add -- operation <resource>.<verb> [<request>]    cards.melt "POST /cards/{id}/melt"`,
  code: `npm run add -- code <CODE> --status <status> --operation <resource>.<verb>`,
  event: `npm run add -- event <GROUP>.<NAME>           CARD.MELTED`,
  area: `npm run add -- area <rows>                    vouchers`,
} as const;

const usage = Object.values(forms).join('\n');

function isKind(word: string): word is keyof typeof forms {
  return Object.hasOwn(forms, word);
}

/** Reads a command. @throws AddError for flags and words that a command does not have */
function readCommand(args: readonly string[]) {
  const options = { status: { type: 'string' }, operation: { type: 'string' } } as const;
  const parse = () => parseArgs({ args: [...args], allowPositionals: true, options });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (cause) {
    throw new AddError(`${(cause as Error).message}\n\n${usage}`, { cause });
  }
  const { positionals, values } = parsed;
  const [kind = '', name, request, ...others] = positionals;
  const isComplete = kind === 'code' ? values.operation && values.status : true;
  const hasMore =
    others.length > 0 ||
    (kind !== 'operation' && request !== undefined) ||
    (kind !== 'code' && Object.keys(values).length > 0);
  if (!isKind(kind) || name === undefined || !isComplete || hasMore) throw new AddError(usage);
  return { kind, name, request, status: values.status ?? '', operation: values.operation ?? '' };
}

function addKind(tree: Tree, command: ReturnType<typeof readCommand>): Decisions {
  const { kind, name, request, status, operation } = command;
  switch (kind) {
    case 'area':
      return addArea(tree, name);
    case 'operation':
      return addOperation(tree, name, request);
    case 'field':
      return addField(tree, name);
    case 'event':
      return addEvent(tree, name);
    case 'code':
      return addCode(tree, name, status, operation);
  }
}

/**
 * Adds stubs to a tree: they compile, and their tests fail until they are decided.
 *
 * @returns what is left to decide
 * @throws AddError for what cannot be added, with the form that can; the tree is as before
 */
export function add(tree: Tree, args: readonly string[]): Decisions {
  const command = readCommand(args);
  try {
    return tree.together(() => addKind(tree, command));
  } catch (error) {
    if (!(error instanceof AddError)) throw error;
    throw new AddError(`${error.message}\n\n${forms[command.kind]}`, { cause: error });
  }
}

const indented = (text: string, mark = '  ') => text.trimEnd().replaceAll(/^/gm, mark);

/** What the command prints: what is written, what was generated from it, and what remains. */
export function report(tree: Tree, decisions: Decisions, { ok, output }: Finished): string {
  const generated = ok
    ? `npm run generate:\n${indented(output)}`
    : `npm run generate failed, so that what derives from the rows is not written:\n${indented(output)}\n\nThe stubs are written. Fix what it names, then run npm run generate again.`;
  return [
    `Written:\n${indented(tree.changed.join('\n'))}`,
    generated,
    `Left to decide:\n${indented(decisions.join('\n'), '  - ')}`,
    'Each place says "Undecided". npm run text names those that are left, and their tests fail.',
  ].join('\n\n');
}
