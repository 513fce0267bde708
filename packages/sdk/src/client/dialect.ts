import { type DialectName, platform } from '@org/payments-contract';
import { dialects } from '@org/payments-contract/internal/dialects';
import type { CalledOperation, ClientDialect } from '../call/context.ts';

export function inDialect(name: DialectName): ClientDialect['operation'] {
  const rows = dialects[name](platform);
  return (operation: CalledOperation) => {
    const row = rows[operation.name];
    return row === undefined ? operation : { ...operation, row };
  };
}
