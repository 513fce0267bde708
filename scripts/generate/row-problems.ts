import { operations } from '@org/payments-contract';
import { contractProblems } from '../../packages/contract/test/row-problems.ts';
import { findOperations } from '../build/types/operations.ts';
import { contractProgram } from './row-comments.ts';

/** Returns what the rows of the contract lack, or what contradicts itself in them. */
export function rowProblems(): string[] {
  const commented = new Set(
    findOperations(contractProgram())
      .filter(({ comment }) => comment.trim() !== '')
      .map(({ name }) => name),
  );
  const uncommented = operations()
    .filter(({ name }) => !commented.has(name))
    .map(({ name, row }) => `${name} (${row.method} ${row.path}): it has no doc comment`);
  return [...uncommented, ...contractProblems()];
}
