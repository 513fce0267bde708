/** @jsxImportSource preact */
import type { LoggedRequest } from '../../request-log.ts';
import type { Change } from '../../store/writer.ts';
import { Badge, Id, Json, Time, type Tone } from './json.tsx';
import type { Story, StoryState } from './stories.ts';

const tones: Readonly<Record<StoryState, Tone>> = {
  applied: 'good',
  'applied-unheard': 'bad',
  expired: 'plain',
  answered: 'plain',
  waiting: 'wait',
  refused: 'bad',
  failed: 'bad',
  lost: 'bad',
};

const words: Readonly<Record<StoryState, string>> = {
  applied: 'signed and applied',
  'applied-unheard': 'applied, response lost',
  answered: 'done',
  waiting: 'waits for the signature',
  expired: 'never signed, expired',
  refused: 'refused',
  failed: 'failed',
  lost: 'response lost',
};

function text(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Difference({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <table class="difference">
      <caption>What changed</caption>
      <tbody>
        {changes.flatMap(({ kind, table, id, fields }) =>
          fields === undefined
            ? [
                <tr key={id}>
                  <th scope="row">
                    <Id id={id} />
                  </th>
                  <td colSpan={2}>
                    {kind} in {table}
                  </td>
                </tr>,
              ]
            : Object.entries(fields).map(([field, { before, after }]) => (
                <tr key={`${id} ${field}`}>
                  <th scope="row">
                    <Id id={id} /> {field}
                  </th>
                  <td>
                    <del>{text(before)}</del>
                  </td>
                  <td>
                    <ins>{text(after)}</ins>
                  </td>
                </tr>
              )),
        )}
      </tbody>
    </table>
  );
}

function Refusal({ request }: { readonly request: LoggedRequest }) {
  const { code, reason, explanation } = request;
  if (explanation === undefined) return null;
  return (
    <div class="explanation">
      <strong>{reason ?? code ?? 'No response'}</strong>
      <p>{explanation}</p>
    </div>
  );
}

function Step({ request, label }: { readonly request: LoggedRequest; readonly label: string }) {
  const { method, path, status, requestBody, responseBody, notes, changes } = request;
  return (
    <li class="step">
      <h3>
        {label} <Time at={request.at} /> <code>{status === 0 ? 'no response' : status}</code>
      </h3>
      <code class="path">
        {method} {path}
      </code>
      <Refusal request={request} />
      {notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {changes.length > 0 && <Difference changes={changes} />}
      <div class="bodies">
        {requestBody !== undefined && (
          <details>
            <summary>Request body</summary>
            <Json value={requestBody} />
          </details>
        )}
        {responseBody !== undefined && (
          <details>
            <summary>Response body</summary>
            <Json value={responseBody} />
          </details>
        )}
      </div>
    </li>
  );
}

function labelOf({ leg }: LoggedRequest, isSigned: boolean): string {
  return isSigned && leg !== undefined ? `Leg ${leg}` : 'Request';
}

function Signed({ payload }: { readonly payload: string }) {
  return (
    <li class="step signed">
      <h3>What was to be signed</h3>
      <Json value={payload} />
    </li>
  );
}

/** One story, folded until it is opened. */
export function StoryCard({ story }: { readonly story: Story }) {
  const { requests, state, isSigned, payload } = story;
  const [first] = requests;
  const last = requests.at(-1);
  if (first === undefined || last === undefined) return null;
  const steps = requests.flatMap((request) => [
    <Step key={request.sequence} request={request} label={labelOf(request, isSigned)} />,
    ...(request === first && payload !== undefined
      ? [<Signed key="payload" payload={payload} />]
      : []),
  ]);
  return (
    <li class={`story ${tones[state]}`} data-state={state}>
      <details>
        <summary>
          <Badge state={words[state]} tone={tones[state]} />
          <span class="operation">{first.operation ?? 'no operation'}</span>
          <span class="statuses">
            {requests.map(({ status }) => (status === 0 ? '–' : status)).join(' → ')}
          </span>
          <Time at={last.at} />
          <code class="path">
            {first.method} {first.path}
          </code>
          {last.explanation !== undefined && (
            <span class="why">{last.reason ?? last.explanation}</span>
          )}
        </summary>
        <ol class="steps">{steps}</ol>
      </details>
    </li>
  );
}
