import {
  assess,
  ErrorBody,
  errorCodes,
  errorCodesOf,
  isErrorCode,
  SignedRequestChallenge,
} from '@org/payments-contract';
import type { CompiledOperation } from './behaviour.ts';

/** A response of the mock violates the contract: a defect of the mock, never of its caller. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}

function schemaOf({ row }: CompiledOperation, status: number) {
  if (status === 202 && row.signing !== 'never') return SignedRequestChallenge;
  return row.responses[status];
}

function problem(operation: CompiledOperation, status: number, body: unknown): string | undefined {
  if (status >= 400) {
    const parsed = ErrorBody.safeParse(body);
    if (!parsed.success) return parsed.error.message;
    const { code, reason } = parsed.data;
    if (parsed.data.status !== status) return `the body says ${parsed.data.status}`;
    if (!isErrorCode(code) || errorCodes[code].status !== status)
      return `${code} is not a code of status ${status}`;
    if (!errorCodesOf(operation.row).includes(code)) return `${code} is not declared on the row`;
    return status === 401 && !reason ? 'a 401 without a reason' : undefined;
  }
  const schema = schemaOf(operation, status);
  if (schema === undefined) return `the contract does not have status ${status}`;
  if (schema === null) return body === undefined ? undefined : 'the contract has no body';
  const [found] = Object.values(assess(schema, body)).flat();
  return found === undefined ? undefined : `${found.path}: ${found.message}`;
}

/** Checks a response against the contract. @throws ContractViolation */
export function checkResponse(operation: CompiledOperation, status: number, body: unknown): void {
  const found = problem(operation, status, body);
  if (found === undefined) return;
  throw new ContractViolation(
    `${operation.name} responded ${status} against the contract: ${found}`,
  );
}
