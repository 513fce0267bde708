import * as agentExamples from './areas/agent/examples.ts';
import * as platformExamples from './areas/examples.ts';
import type { AgentResources, OperationName, PlatformResources } from './operations.ts';

/** An input of an operation and its result. */
export interface AnyExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** The examples of the operations of a resource, by verb; each has one, by the type of its file. */
type Verbs = Readonly<Record<string, unknown>>;

const platform: Readonly<Record<keyof PlatformResources, Verbs>> = platformExamples;
const agent: Readonly<Record<keyof AgentResources, Verbs>> = agentExamples;

/**
 * Returns the example of an operation.
 *
 * @example
 * ```ts
 * exampleOf('cards.update').input; // { id: 'Card:7c1e', state: 'FROZEN' }
 * ```
 */
export function exampleOf(name: OperationName): AnyExample {
  const [verb = '', resource = '', client] = name.split('.').reverse();
  const table: Readonly<Record<string, Verbs>> = client === 'agent' ? agent : platform;
  const example = table[resource]?.[verb];
  if (example === undefined) throw new Error(`${name} has no example`);
  return example as AnyExample;
}
