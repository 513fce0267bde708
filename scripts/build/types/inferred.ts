import type {
  AgentResources,
  InputOf,
  OperationRow,
  PlatformResources,
  ResultOf,
} from '@org/payments-contract';

/**
 * The input and the result of every operation as the compiler infers them from the rows: the build
 * writes them out as plain declarations.
 */
export type Inferred<Resources> = {
  readonly [Resource in keyof Resources]: {
    readonly [Verb in keyof Resources[Resource]]: Resources[Resource][Verb] extends OperationRow
      ? {
          readonly input: InputOf<Resources[Resource][Verb]>;
          readonly result: ResultOf<Resources[Resource][Verb]>;
        }
      : never;
  };
};

export type InferredPlatform = Inferred<PlatformResources>;
export type InferredAgent = Inferred<AgentResources>;
