import type { OperationRow } from '@org/payments-contract';
import { isPaymentsError, type OutcomeUnknownError } from '@org/payments-sdk';
import { mcpErrorCodes } from '../errors/mcp-codes.ts';
import { maskedResult } from '../tools/masks.ts';
import type { SentCall } from './key-slots.ts';

/** A write whose response was lost, and the read that can show whether it was applied. */
export interface LostWrite {
  readonly call: SentCall;
  readonly row: OperationRow;
  readonly reconcile: NonNullable<OutcomeUnknownError['reconcile']>;
}

/** What a read shows of a lost write, without secrets. */
export interface Evidence {
  readonly outcome: 'applied' | 'not-applied' | 'unknown';
  /** One sentence that explains the outcome. */
  readonly because: string;
  /** ISO 8601: when to ask again, if the read was too early. */
  readonly askAgainAt?: string | undefined;
  /** The resource, or the items of the list that was read. */
  readonly resource?: unknown;
  /** The error of a read that failed. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

function masked(row: OperationRow, resource: unknown): unknown {
  return Array.isArray(resource)
    ? resource.map((item) => maskedResult(row, item))
    : maskedResult(row, resource);
}

/** Reads once. A read that fails shows nothing. */
export async function evidenceOf({ row, reconcile }: LostWrite): Promise<Evidence> {
  try {
    const { resource, ...found } = await reconcile();
    return { ...found, resource: masked(row, resource) };
  } catch (error) {
    // The message of an error of another kind is not shown: it could hold anything.
    const { code, message } = isPaymentsError(error)
      ? error
      : { code: 'INTERNAL', message: mcpErrorCodes.INTERNAL.meaning };
    return { outcome: 'unknown', because: 'The read failed too.', code, message };
  }
}
