import { parseArgs } from 'node:util';
import { addArea } from './area.ts';
import { addCode } from './code.ts';
import { addEvent } from './event.ts';
import { addField } from './field.ts';
import { addOperation } from './operation.ts';
import type { Decisions } from './places.ts';
import { AddError, type Tree } from './tree.ts';

const usage = `npm run add -- field <schema>.<field>          Card.nickname, cardCreate.nickname
npm run add -- operation <resource>.<verb> [<request>]    cards.melt "POST /cards/{id}/melt"
npm run add -- code <CODE> --status <status> --operation <resource>.<verb>
npm run add -- event <GROUP>.<NAME>           CARD.MELTED
npm run add -- area <rows>                    vouchers`;

/**
 * Adds stubs to a tree: they compile, and their tests fail until they are decided.
 *
 * @returns what is left to decide
 * @throws AddError for what cannot be added, with the form that can
 */
export function add(tree: Tree, args: readonly string[]): Decisions {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { status: { type: 'string' }, operation: { type: 'string' } },
  });
  const [kind, name, request] = positionals;
  const most = kind === 'operation' ? 3 : 2;
  if (name === undefined || positionals.length > most) throw new AddError(usage);
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
      if (values.operation === undefined || values.status === undefined) throw new AddError(usage);
      return addCode(tree, name, Number(values.status), values.operation);
    default:
      throw new AddError(usage);
  }
}
