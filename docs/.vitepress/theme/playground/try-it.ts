import type { LoggedRequest } from '@org/payments-mock';
import { withBase } from 'vitepress';
import {
  computed,
  defineComponent,
  type FunctionalComponent,
  h,
  onMounted,
  onUnmounted,
  ref,
  shallowRef,
  useId,
  type VNode,
  watch,
} from 'vue';
import type { Editor, Members } from './editor.ts';
import { shown } from './format.ts';
import { runProgram } from './run-program.ts';
import { SignedRetry } from './signed-retry.ts';

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

const label = 'Runs against the mock in this page; change it as you like.';

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
  props: {
    program: { type: String, required: true },
    /** Whether the steps of the signed retry are drawn beside the program. */
    drawn: { type: Boolean, default: false },
  },
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

    const place = ref<HTMLElement>();
    const hasEditor = ref(false);
    let editor: Editor | undefined;
    let sight: IntersectionObserver | undefined;

    /** Replaces the text area, which stays if the editor cannot be loaded. */
    async function loadEditor(parent: HTMLElement): Promise<void> {
      const [{ createEditor }, response] = await Promise.all([
        import('./editor.ts'),
        fetch(withBase('/completions.json')),
      ]);
      const members = (response.ok ? await response.json() : {}) as Members;
      if (place.value !== parent) return;
      editor = createEditor({
        parent,
        text: source.value,
        label,
        members,
        changed: (text) => {
          source.value = text;
        },
        run: () => void run(),
      });
      hasEditor.value = true;
    }

    onMounted(() => {
      const parent = place.value;
      if (parent === undefined) return;
      sight = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight?.disconnect();
        loadEditor(parent).catch(() => undefined);
      });
      sight.observe(parent);
    });

    onUnmounted(() => {
      running.abort();
      sight?.disconnect();
      editor?.destroy();
    });

    // The page of another operation has the same component.
    watch(original, (text) => {
      source.value = text;
      editor?.setText(text);
    });

    const textArea = () =>
      h('textarea', {
        id: `${id}-source`,
        class: 'try-it-source',
        spellcheck: false,
        autocapitalize: 'off',
        autocomplete: 'off',
        rows: source.value.split('\n').length,
        'aria-label': label,
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
                  editor?.setText(original.value);
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
      h('div', { class: ['try-it', { 'is-drawn': props.drawn }] }, [
        h('div', [
          h('p', { class: 'try-it-label' }, label),
          h('div', { class: 'try-it-editor', ref: place }),
          hasEditor.value ? undefined : textArea(),
          buttons(),
          ...results(),
        ]),
        props.drawn ? h(SignedRetry, { requests: requests.value }) : undefined,
      ]);
  },
});
