/** @jsxImportSource preact */
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { ConnectionLine } from './connection-line.tsx';
import { Faults } from './faults.tsx';
import { JumpContext } from './jump.tsx';
import { LedgerPanel } from './ledger.tsx';
import { Outbox } from './outbox.tsx';
import { Resources } from './resources.tsx';
import { Timeline } from './timeline.tsx';
import { Toolbar } from './toolbar.tsx';
import { type MockView, useMock } from './use-mock.ts';
import { Webhooks } from './webhooks.tsx';
import { World } from './world.tsx';

/** The page, in the order of a narrow screen: codes, requests, and then the state. */
function Page({ view }: { readonly view: MockView }) {
  const { overview, log, outbox, events, deliveries, connection, isConnected, isRunning } = view;
  const [text, setText] = useState('');
  const [jumps, setJumps] = useState(0);
  const jump = (to: string) => {
    setText(to);
    setJumps((count) => count + 1);
  };
  return (
    <JumpContext.Provider value={jump}>
      <Toolbar now={overview.now} isRunning={isRunning} isConnected={isConnected} />
      <main>
        <Outbox messages={outbox} />
        <Timeline log={log} now={overview.now} text={text} setText={setText} jumps={jumps} />
        <div class="side">
          <World overview={overview} />
          <Resources panels={view.panels} />
          <Webhooks events={events} deliveries={deliveries} />
          <Faults faults={view.faults} operations={view.operations} />
          <LedgerPanel ledger={view.ledger} />
          <ConnectionLine connection={connection} />
        </div>
      </main>
    </JumpContext.Provider>
  );
}

function Inspector() {
  const view = useMock();
  if (view === 'starting') return <p class="starting">Starting the inspector…</p>;
  if (view === 'refused') {
    return (
      <p class="starting" role="alert">
        This mock can be reached from other machines, so its inspector needs a token. Open the
        address that the mock printed when it started: it ends in <code>#token=…</code>.
      </p>
    );
  }
  return <Page view={view} />;
}

/** Shows the inspector in an element. The mock's server must have served the page. */
export function startInspector(root: HTMLElement | null): void {
  if (root === null) return;
  root.replaceChildren();
  render(<Inspector />, root);
}
