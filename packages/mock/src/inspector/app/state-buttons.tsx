/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { Snapshot } from '../../store/snapshot.ts';
import type { Act } from './act.ts';
import { control } from './control.ts';
import { readFromFile, saveAsFile } from './snapshot-file.ts';

/** Buttons that take a snapshot into the page, and restore it. */
function PageSnapshot({ act }: { readonly act: Act }) {
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const take = async () => setSnapshot(await control.snapshot());
  const time = snapshot && new Date(snapshot.now).toISOString().slice(11, 19);
  return (
    <>
      <button type="button" onClick={() => act('Snapshot taken', take)}>
        Snapshot
      </button>
      <button
        type="button"
        disabled={snapshot === undefined}
        onClick={() => snapshot && act('Restored', () => control.restore(snapshot))}
      >
        {time === undefined ? 'Restore' : `Restore ${time}`}
      </button>
    </>
  );
}

/** Buttons that save the state as a file, and load it from one. */
function FileSnapshot({ act }: { readonly act: Act }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File) => control.restore(await readFromFile(file));
  return (
    <>
      <button
        type="button"
        onClick={() => act('Exported', async () => saveAsFile(await control.snapshot()))}
      >
        Export
      </button>
      <button type="button" onClick={() => input.current?.click()}>
        Import
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Snapshot to import"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) act(`Imported ${file.name}`, () => take(file));
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** A button that resets the mock when pressed twice. */
function Reset({ act }: { readonly act: Act }) {
  const [isSure, setSure] = useState(false);
  const press = () => {
    if (isSure) act('Reset', () => control.reset());
    setSure(!isSure);
  };
  return (
    <button type="button" class="danger" onClick={press} onBlur={() => setSure(false)}>
      {isSure ? 'Really reset?' : 'Reset'}
    </button>
  );
}

/** Snapshots in the page and in files, and the reset. */
export function StateButtons({ act }: { readonly act: Act }) {
  return (
    <fieldset class="state">
      <legend class="unseen">State of the mock</legend>
      <PageSnapshot act={act} />
      <FileSnapshot act={act} />
      <Reset act={act} />
    </fieldset>
  );
}
