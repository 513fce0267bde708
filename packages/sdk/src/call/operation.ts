import type { OperationRow } from '@org/payments-contract';
import type { CalledName } from '../errors/payments-error.ts';

/** An operation as a call sees it: one of the contract, or one the caller described. */
export interface CalledOperation {
  readonly name: CalledName;
  readonly row: OperationRow;
}
