import { type DialectName, platform } from '@org/payments-contract';
import { dialects } from '@org/payments-contract/internal/dialects';
import type { AnyBehaviour } from '../engine/behaviour.ts';
import { compile, type Engine } from '../engine/compose.ts';
import { createRouter, type OperationRouter } from '../engine/router.ts';
import { behaviours } from './2026-08.ts';

const behavioursOf: Readonly<Record<DialectName, Readonly<Record<string, AnyBehaviour>>>> = {
  '2026-08': behaviours,
};

/** Returns the router of a dialect: its rows and behaviours in place of the specification's. */
export function dialectRouter({ operations }: Engine, dialect: DialectName): OperationRouter {
  const rows = dialects[dialect](platform);
  const own = operations.map((operation) => {
    const { name, behaviour } = operation;
    const row = rows[name];
    if (row === undefined) return operation;
    return compile({ name, row }, () => behavioursOf[dialect][name] ?? behaviour);
  });
  return createRouter(own);
}
