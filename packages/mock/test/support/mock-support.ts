import { operations } from '@org/payments-contract';
import * as areas from '../../src/areas/index.ts';
import type { Area } from '../../src/engine/area.ts';
import { declaredBehaviour } from '../../src/engine/resource/operations.ts';
import type { Resource } from '../../src/engine/resource/resource.ts';

/** What responds to an operation: a resource's declaration, code of its own, or the contract's example. */
export type MockSupport = 'declared' | 'behaviour' | 'example';

/** What responds to each operation in the mock. */
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
