import { type Fields, operations } from '@org/payments-contract';
import * as areas from '../../src/areas/index.ts';
import { compose } from '../../src/engine/compose.ts';
import { engineTables } from '../../src/engine/tables.ts';
import { ledgerTables } from '../../src/ledger/tables.ts';
import { createMockOf, type Mock } from '../../src/mock.ts';
import type { MockOptions } from '../../src/options/settings.ts';
import { webhookTables } from '../../src/webhooks/tables.ts';
import type { TableRules, World } from '../../src/world.ts';

/** One write to a table: the record before, undefined for a new one, and after. */
export interface Written {
  readonly table: string;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
}

/** A mock whose writes are observed below the code that emits events and shows balances. */
export interface ObservedMock {
  readonly mock: Mock;
  /** The writes since the last call, oldest first: those of requests and of the clock. */
  takeWrites(): readonly Written[];
  /** The names of the records of a table in the order of their creation; an invitation's is its code. */
  names(table: string): readonly string[];
  world(): World;
}

const engine = compose(Object.values(areas), operations(), [...ledgerTables, ...webhookTables]);
const tables = [...engine.resources, ...ledgerTables, ...engineTables].map(({ name }) => name);

/** Creates a mock that records each write with the whole record before and after. */
export function observedMock(options: MockOptions): ObservedMock {
  let writes: Written[] = [];
  const created = new Map<string, string[]>(tables.map((table) => [table, []]));
  let observed: World | undefined;
  const rules = new Map<string, TableRules>(
    tables.map((table) => {
      const rules = engine.rules.get(table);
      const observer: TableRules = {
        written(scene, before, after) {
          observed = scene.world;
          const fields = (record: unknown) => record as Fields | undefined;
          writes.push({ table, before: fields(before), after: fields(after) });
          const { id, code } = fields(after) ?? {};
          const name = String(table === 'invitations' ? code : id);
          if (before === undefined) created.get(table)?.push(name);
          rules?.written(scene, before, after);
        },
        move: (...move) => rules?.move(...move),
      };
      return [table, observer];
    }),
  );
  return {
    mock: createMockOf({ ...engine, rules }, options),
    takeWrites() {
      const batch = writes;
      writes = [];
      return batch;
    },
    names: (table) => created.get(table) ?? [],
    world() {
      if (observed === undefined) throw new Error('Nothing was written yet.');
      return observed;
    },
  };
}
