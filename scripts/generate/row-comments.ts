import { inferredTypesFile } from '../build/types/contract-operations.ts';
import { withoutTags } from '../build/types/doc-comment.ts';
import { contractIndex, findOperations } from '../build/types/operations.ts';
import { compilerOptions, type SourceProgram, sourceProgram } from '../build/types/program.ts';

let program: SourceProgram | undefined;
let comments: ReadonlyMap<string, string> | undefined;

/**
 * The doc comment of each operation's row, by the operation's name, without its tags. Found through
 * the compiler, which takes seconds, and therefore kept.
 *
 * @throws Error if a row has no comment
 */
export function rowComments(): ReadonlyMap<string, string> {
  comments ??= readComments();
  return comments;
}

/** The compiler's view of the contract, with the inferred types of its operations. Kept too. */
export function contractProgram(): SourceProgram {
  // The contract uses neither Node nor React, whose types would be half of the program.
  const { jsx: _jsx, ...options } = compilerOptions();
  program ??= sourceProgram([contractIndex, inferredTypesFile], { ...options, types: [] });
  return program;
}

function readComments(): ReadonlyMap<string, string> {
  const operations = findOperations(contractProgram());
  return new Map(
    operations.map(({ name, comment }) => {
      const text = withoutTags(comment);
      if (text === '') throw new Error(`The row of ${name} has no doc comment`);
      return [name, text];
    }),
  );
}

/** The source that each operation's row names in its `@see`. @throws Error if a row names none */
export function rowSources(): ReadonlyMap<string, string> {
  return new Map(
    findOperations(contractProgram()).map(({ name, comment }) => {
      const source = /@see ([^\n]+(?:\n(?!\s*@)[^\n]+)*)/.exec(comment)?.[1];
      if (source === undefined) throw new Error(`The row of ${name} names no source`);
      return [name, source.replaceAll(/\s+/g, ' ').trim()];
    }),
  );
}

/** The first sentence of a comment, on one line. */
export function firstSentence(comment: string): string {
  const text = comment.replaceAll(/\s*\n\s*/g, ' ');
  return /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}
