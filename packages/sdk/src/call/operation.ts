import type { OperationRow } from '@org/payments-contract';
import type { CalledName } from '../errors/payments-error.ts';

/** The operation of a call: one of the contract, or one the caller described. */
export interface CalledOperation {
  readonly name: CalledName;
  readonly row: OperationRow;
}
