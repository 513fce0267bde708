import { operations } from '@org/payments-contract';
import * as areas from '../../src/areas/index.ts';
import type { Area } from '../../src/engine/area.ts';
import { declaredBehaviour } from '../../src/engine/resource/operations.ts';
import type { Resource } from '../../src/engine/resource/resource.ts';

/**
 * How the mock implements an operation: by a resource's declaration, by its own code, or by the
 * contract's example.
 */
export type MockSupport = 'declared' | 'behaviour' | 'example';

/** Returns how the mock implements each operation. */
export function mockSupport(): ReadonlyMap<string, MockSupport> {
  const all: readonly Area[] = Object.values(areas);
  const resources = all.flatMap((area) => area.resources ?? []) as unknown as readonly Resource[];
  const supportOf = (operation: ReturnType<typeof operations>[number]): MockSupport => {
    if (all.some((area) => area.operations?.[operation.name] !== undefined)) return 'behaviour';
    const isDeclared = resources.some((each) => declaredBehaviour(each, operation) !== undefined);
    return isDeclared ? 'declared' : 'example';
  };
  return new Map(operations().map((operation) => [operation.name, supportOf(operation)]));
}
