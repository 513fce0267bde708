import type { OperationRow } from '@org/payments-contract';
import { isPaymentsError, type OutcomeUnknownError, type PaymentsError } from '@org/payments-sdk';
import { mcpErrorCodes } from '../errors/mcp-codes.ts';
import { ToolError } from '../errors/tool-error.ts';
import { maskedResult, withoutSecretsOf } from './masks.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The result of a tool, in the protocol's form. */
export interface ToolResult {
  [field: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The result that carries a JSON value, as text and as it is. */
export function resultOf(value: object): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value, undefined, 2) }],
    structuredContent: { ...value },
  };
}

/** The result of a call that was carried out. */
export function successOf(row: OperationRow, value: unknown, idempotencyKey: unknown): ToolResult {
  const masked = maskedResult(row, value);
  const fields = isFields(masked)
    ? masked
    : value === undefined
      ? { done: true }
      : { data: masked };
  return resultOf(idempotencyKey === undefined ? fields : { ...fields, idempotencyKey });
}

function failure(text: string, value: Fields): ToolResult {
  const { content, structuredContent } = resultOf(value);
  return { content: [{ type: 'text', text }, ...content], structuredContent, isError: true };
}

/** An error of the kind that carries a code and an action. */
function explained(error: unknown): PaymentsError {
  if (isPaymentsError(error)) return error;
  // The message of an error of another kind is not shown: it could hold anything.
  return new ToolError('INTERNAL', mcpErrorCodes.INTERNAL.meaning, { cause: error });
}

/** The result of the read that the contract declares for a write whose response was lost. */
async function evidenceOf(row: OperationRow, { reconcile }: OutcomeUnknownError): Promise<Fields> {
  if (reconcile === undefined) {
    return { applied: 'unknown', reason: 'No read can determine the outcome.' };
  }
  try {
    const { applied, resource } = await reconcile();
    return { applied, resource: maskedResult(row, resource) };
  } catch (error) {
    const { code, message } = explained(error);
    return { applied: 'unknown', reason: 'The read failed too.', code, message };
  }
}

function isUnknown(error: unknown): error is OutcomeUnknownError {
  return isPaymentsError(error) && error.code === 'OUTCOME_UNKNOWN';
}

/** The result of a call that failed: the error with its code and action, without secrets. */
export async function failureOf(
  row: OperationRow,
  input: Fields,
  error: unknown,
): Promise<ToolResult> {
  const facts = explained(error);
  const { idempotencyKey } = input;
  const value = {
    ...(isUnknown(error) && { outcome: 'unknown', reconcile: await evidenceOf(row, error) }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    error: { ...facts.toJSON(), code: facts.code, action: facts.action },
  };
  const clean = withoutSecretsOf(row, input, value) as Fields;
  const sentence = withoutSecretsOf(row, input, `${facts.code}: ${facts.message} ${facts.action}`);
  return failure(String(sentence), clean);
}
