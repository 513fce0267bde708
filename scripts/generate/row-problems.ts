import { type NamedOperation, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { findOperations } from '../build/types/operations.ts';
import { contractProgram } from './row-comments.ts';

function hasExample(name: NamedOperation['name']): boolean {
  try {
    exampleOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns what a row lacks for the files that derive from it, with the file to add it to. */
export function rowProblems(): string[] {
  const commented = new Set(
    findOperations(contractProgram())
      .filter(({ comment }) => comment.trim() !== '')
      .map(({ name }) => name),
  );
  return operations().flatMap(({ name, row }) => {
    const place = `${name} (${row.method} ${row.path})`;
    return [
      ...(commented.has(name) ? [] : [`${place} has no doc comment: write one above its row`]),
      ...(hasExample(name)
        ? []
        : [`${place} has no example: add one to examples.ts beside its row`]),
    ];
  });
}
