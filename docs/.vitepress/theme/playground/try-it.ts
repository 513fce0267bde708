import type { LoggedRequest } from '@org/payments-mock';
import {
  computed,
  defineComponent,
  type FunctionalComponent,
  h,
  onUnmounted,
  ref,
  shallowRef,
  useId,
  type VNode,
} from 'vue';
import { shown } from './format.ts';
import { runProgram } from './run-program.ts';

function body(label: string, value: unknown): VNode[] {
  if (value === undefined || value === null) return [];
  return [h('p', { class: 'try-it-label' }, label), h('pre', { tabindex: 0 }, shown(value))];
}

function leg({ leg: number, status }: LoggedRequest): string {
  if (number === undefined) return '';
  return number === 1 && status === 202 ? 'leg 1: a challenge' : `leg ${number}`;
}

function item(request: LoggedRequest): VNode {
  const { method, path, status, operation, explanation, changes } = request;
  return h('li', { key: request.sequence }, [
    h('details', [
      h('summary', [
        h(
          'span',
          { class: ['try-it-status', status < 400 ? 'is-good' : 'is-bad'] },
          String(status),
        ),
        h('code', `${method} ${path}`),
        h('span', { class: 'try-it-note' }, [operation, leg(request)].filter(Boolean).join(', ')),
      ]),
      ...(explanation === undefined ? [] : [h('p', explanation)]),
      ...body('Request', request.requestBody),
      ...body('Response', request.responseBody),
      ...(changes.length === 0 ? [] : body('Changed in the mock', changes)),
    ]),
  ]);
}

/** The requests of a run, each with its bodies folded. */
const RequestList: FunctionalComponent<{ requests: readonly LoggedRequest[] }> = ({ requests }) =>
  h('ol', { class: 'try-it-requests' }, requests.map(item));
RequestList.props = ['requests'];

type Status = 'idle' | 'running' | 'done' | 'failed';

const statusText: Readonly<Record<Status, string>> = {
  idle: '',
  running: 'Running…',
  done: 'Done.',
  failed: 'The program ended with an error.',
};

/**
 * An example that the reader can change and run: the mock runs in this page, and no request leaves it.
 * `program` is the source, percent-encoded.
 */
export const TryIt = defineComponent({
  name: 'TryIt',
  props: { program: { type: String, required: true } },
  setup(props) {
    const original = computed(() => decodeURIComponent(props.program));
    const source = ref(original.value);
    const status = ref<Status>('idle');
    const output = ref<readonly string[]>([]);
    const requests = shallowRef<readonly LoggedRequest[]>([]);
    const id = useId();

    let running = new AbortController();

    async function run(): Promise<void> {
      if (status.value === 'running') return;
      status.value = 'running';
      output.value = [];
      requests.value = [];
      running = new AbortController();
      const listener = {
        printed: (text: string) => {
          output.value = [...output.value, text];
        },
        request: (request: LoggedRequest) => {
          requests.value = [...requests.value, request];
        },
      };
      const error = await runProgram(source.value, listener, running.signal);
      if (error !== undefined) output.value = [...output.value, error];
      status.value = error === undefined ? 'done' : 'failed';
    }

    onUnmounted(() => running.abort());

    const editor = () =>
      h('textarea', {
        id: `${id}-source`,
        class: 'try-it-source',
        spellcheck: false,
        autocapitalize: 'off',
        autocomplete: 'off',
        rows: source.value.split('\n').length,
        value: source.value,
        onInput: (event: Event) => {
          source.value = (event.target as HTMLTextAreaElement).value;
        },
        onKeydown: (event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        },
      });

    const buttons = () =>
      h('div', { class: 'try-it-buttons' }, [
        status.value === 'running'
          ? h('button', { type: 'button', onClick: () => running.abort() }, 'Stop')
          : h('button', { type: 'button', class: 'try-it-run', onClick: run }, 'Run'),
        source.value === original.value
          ? undefined
          : h(
              'button',
              {
                type: 'button',
                class: 'try-it-reset',
                onClick: () => {
                  source.value = original.value;
                },
              },
              'Undo changes',
            ),
        h('span', { class: 'try-it-state', role: 'status' }, statusText[status.value]),
      ]);

    const results = () => [
      output.value.length === 0
        ? undefined
        : h(
            'pre',
            { class: ['try-it-output', status.value], tabindex: 0 },
            output.value.join('\n'),
          ),
      requests.value.length === 0
        ? undefined
        : h(
            'p',
            { class: 'try-it-label' },
            `Requests that the mock received: ${requests.value.length}`,
          ),
      requests.value.length === 0 ? undefined : h(RequestList, { requests: requests.value }),
    ];

    return () =>
      h('div', { class: 'try-it' }, [
        h(
          'label',
          { class: 'try-it-label', for: `${id}-source` },
          'Runs against the mock in this page; change it as you like.',
        ),
        editor(),
        buttons(),
        ...results(),
      ]);
  },
});
