import type { EventRow } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import * as eventAreas from '../../../packages/contract/src/event-areas.ts';
import { inferredTypesFile } from '../../build/types/contract-operations.ts';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { contractIndex, findOperations } from '../../build/types/operations.ts';
import { compilerOptions, type SourceProgram, sourceProgram } from '../../build/types/program.ts';

/** The list of the areas that declare events. */
const eventAreasFile = 'packages/contract/src/event-areas.ts';

let program: SourceProgram | undefined;

/** The compiler's view of the contract, with the inferred types of its operations. Made once. */
export function contractProgram(): SourceProgram {
  // The contract uses neither Node nor React, whose types would be half of the program.
  const { jsx: _jsx, ...options } = compilerOptions();
  const files = [contractIndex, inferredTypesFile, eventAreasFile];
  program ??= sourceProgram(files, { ...options, types: [] });
  return program;
}

/** How much of an operation the specification defines: all of it, only the name, or nothing. */
type Origin = 'specified' | 'named' | 'reference';

/** What the doc comment of an operation's row says. */
export interface RowComment {
  readonly text: string;
  /** The source of the row, as its `@see` names it. */
  readonly source: string;
  readonly origin: Origin;
}

function originOf(source: string): Origin {
  if (!source.startsWith('Specification')) return 'reference';
  return /\bnamed\b/.test(source) ? 'named' : 'specified';
}

let comments: ReadonlyMap<string, RowComment> | undefined;

/** The doc comment of an operation's row. @throws Error if a row has none, or there is no such row */
export function rowComment(operation: string): RowComment {
  comments ??= new Map(
    findOperations(contractProgram()).map(({ name, comment }) => {
      const text = withoutTags(comment);
      const see = /@see ([^\n]+(?:\n(?!\s*@)[^\n]+)*)/.exec(comment)?.[1] ?? '';
      const source = onOneLine(see);
      if (text === '' || source === '')
        throw new Error(`The row of ${name} lacks its text or @see`);
      return [name, { text, source, origin: originOf(source) }];
    }),
  );
  const found = comments.get(operation);
  if (found === undefined) throw new Error(`${operation} is not an operation`);
  return found;
}

/** One group of webhook events with its place in the contract and its doc comment. */
export interface EventGroup {
  /** The area of the contract: `transactions`. */
  readonly area: string;
  readonly row: EventRow;
  readonly comment: string;
}

/** Every group of webhook events of the contract, in the order of its areas. */
export function eventGroups(): EventGroup[] {
  const { checker, exportsOf, file } = contractProgram();
  const areas = exportsOf(file(eventAreasFile));
  return Object.entries(eventAreas).flatMap(([area, members]) => {
    const module = areas.get(area);
    const declared = module === undefined ? [] : checker.getExportsOfModule(module);
    return Object.entries<unknown>(members).flatMap(([name, value]) => {
      const row = eventRows().find((one) => one === value);
      const symbol = declared.find((one) => one.name === name);
      return row === undefined || symbol === undefined
        ? []
        : [{ area, row, comment: docText(symbol) }];
    });
  });
}

/** A comment on one line. */
export function onOneLine(comment: string): string {
  return comment.replaceAll(/\s*\n\s*/g, ' ').trim();
}

/** The first sentence of a comment, on one line. */
export function firstSentence(comment: string): string {
  const text = onOneLine(comment);
  return /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}
