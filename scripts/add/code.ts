import { STATUS_CODES } from 'node:http';
import { addChangeset, contract, type Decisions, kebab } from './places.ts';
import { rowPlace } from './rows.ts';
import { hasList, withItem } from './source.ts';
import { AddError, type Tree } from './tree.ts';

const codes = `${contract}/errors/error-codes.ts`;
const badRequestCodes = `${contract}/errors/error-codes-400.ts`;
const scenarios = 'packages/mock/test/whole/error-codes.test.ts';

/** Adds an error code of an operation: its facts, the row's mention, and how the mock reaches it. */
export function addCode(tree: Tree, code: string, status: string, operation: string): Decisions {
  if (!/^[A-Z][A-Z0-9_]+$/.test(code)) throw new AddError(`${code} is not written as CARD_MELTED`);
  if (!(Object.hasOwn(STATUS_CODES, status) && Number(status) > 400)) {
    throw new AddError(
      '--status is the status of an error in HTTP above 400, such as 409; the codes of 400 are a closed list',
    );
  }
  if (
    [codes, badRequestCodes].some((path) =>
      new RegExp(`\\b${code}: facts\\(`).test(tree.read(path)),
    )
  ) {
    throw new AddError(`${code} exists already`);
  }
  const { path, constant } = rowPlace(tree, operation);
  const facts = `  ${code}: facts(${status}, 'Undecided: what it means.', 'Undecided: what the caller can do.'),`;
  tree.edit(codes, (text) => withItem(text, ['errorCodes'], facts));

  tree.edit(path, (text) =>
    hasList(text, constant, 'errors')
      ? withItem(text, [constant, 'errors'], `'${code}',`)
      : withItem(text, [constant], `  errors: ['${code}'],`),
  );
  const scenario = `  '${operation} ${code}': () => {\n    throw new Error('Undecided: the request that is refused with ${code}');\n  },`;
  tree.edit(scenarios, (text) => withItem(text, ['scenarios'], scenario));
  addChangeset(tree, kebab(code.toLowerCase().replaceAll('_', '-')), ['contract', 'sdk', 'mock']);
  return [
    `${codes}: its meaning and action, and whether the same request may be sent again`,
    `${path}: which other operations return it`,
    `${scenarios}: the request that is refused with it, and in packages/mock/src/areas the refusal`,
  ];
}
