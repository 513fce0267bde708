import { createMock, type LoggedRequest, type Mock, type MockOptions } from '@org/payments-mock';
import { evaluate, type Modules } from '../../../docs/.vitepress/theme/playground/evaluate.ts';
import { exampleProgram } from './program.ts';

/** The result of running an example. */
export interface ExampleRun {
  /** The requests, in order. */
  readonly requests: readonly LoggedRequest[];
  /** Types of the events that the operation itself caused, each once. */
  readonly events: readonly string[];
  /** What the program printed. */
  readonly printed: readonly unknown[];
}

/** A mock that notes how many events there were before each request. */
function watched(options: MockOptions | undefined, before: number[]): Mock {
  const mock = createMock({ ...options, checkResponses: true });
  const { fetch } = mock;
  const noting: Mock['fetch'] = (input, init) => {
    before.push(mock.events.length);
    return fetch(input, init);
  };
  Object.defineProperty(mock, 'fetch', { value: noting });
  return mock;
}

/** Runs the example of an operation against a mock. @throws the program's error */
export async function runExample(name: string): Promise<ExampleRun> {
  const before: number[] = [];
  const made: Mock[] = [];
  const printed: unknown[] = [];
  const modules: Modules = {
    '@org/payments-mock': async () => ({
      createMock: (options?: MockOptions) => {
        const mock = watched(options, before);
        made.push(mock);
        return mock;
      },
    }),
    '@org/payments-sdk': async () => ({ ...(await import('@org/payments-sdk')) }),
    '@org/payments-crypto': async () => ({ ...(await import('@org/payments-crypto')) }),
  };
  await evaluate(exampleProgram(name).program, modules, (values) => printed.push(...values));
  const [mock] = made;
  if (mock === undefined) throw new Error(`The example of ${name} makes no mock`);
  const { requests, events } = mock;
  const first = requests.findLastIndex(({ operation, leg }) => operation === name && leg !== 2);
  const caused = events.slice(before[first]).map(({ type }) => type);
  return { requests, events: [...new Set(caused)], printed };
}
