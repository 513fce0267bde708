import type { NamedOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { AnyBehaviour, Call, Plan, Result } from './behaviour.ts';
import type { Resource } from './resource/resource.ts';

/** Returns the contract's example, with a note in the request log. */
export function exampleResult(call: Call): Result {
  call.note("The mock does not implement this operation; the response is the contract's example.");
  return { body: exampleOf(call.operation.name).result };
}

/** The resource that a parameter of a path identifies: by the prefix of its id, or the one of the row. */
function resourceOf(
  id: string,
  isLast: boolean,
  operation: NamedOperation,
  resources: readonly Resource[],
): Resource | undefined {
  const prefix = id.slice(0, id.indexOf(':'));
  const byPrefix = resources.find(({ declaration }) => declaration.id === prefix);
  if (byPrefix !== undefined || !isLast) return byPrefix;
  return resources.find(({ name, declaration: { rows = name } }) =>
    operation.name.startsWith(`${rows}.`),
  );
}

/**
 * The behaviour of an operation that nothing implements: the contract's example, for any live
 * session if it has to be signed, and 404 if the path names a resource that the mock does not have.
 */
export function exampleBehaviour(
  operation: NamedOperation,
  resources: readonly Resource[],
): AnyBehaviour {
  const parameters = [...operation.row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const requireNamed = (call: Call) => {
    for (const parameter of parameters) {
      const id = String(call.input[parameter]);
      const isLast = parameter === parameters.at(-1);
      resourceOf(id, isLast, operation, resources)?.requireLive(call, id);
    }
  };
  const { signing } = operation.row;
  if (signing === 'conditional' || signing === 'required') {
    return {
      plan(call: Call): Plan {
        requireNamed(call);
        return { signers: { accountIds: 'any' }, apply: () => exampleResult(call) };
      },
    };
  }
  return {
    run(call: Call) {
      requireNamed(call);
      return exampleResult(call);
    },
  };
}
