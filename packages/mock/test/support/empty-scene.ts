import { closedPorts } from '../../src/engine/compose.ts';
import { engineTables } from '../../src/engine/tables.ts';
import { ledgerTables } from '../../src/ledger/tables.ts';
import { type MockOptions, resolveSettings } from '../../src/options/settings.ts';
import { Writer } from '../../src/store/writer.ts';
import { enqueue } from '../../src/webhooks/enqueue.ts';
import { createWorld, type Scene } from '../../src/world.ts';

/** A scene with a ledger only. */
export function emptyScene(options: MockOptions = {}): Scene {
  const world = createWorld(
    resolveSettings(options),
    {
      tables: [...ledgerTables, ...engineTables],
      rules: new Map(),
      recipes: new Map(),
      start: () => undefined,
      ports: { ...closedPorts, quoteDesk: undefined as never },
    },
    enqueue,
  );
  return { world, write: new Writer(world) };
}
