import type { LoggedRequest } from '@org/payments-mock';
import {
  computed,
  defineComponent,
  h,
  onMounted,
  onUnmounted,
  ref,
  shallowRef,
  useId,
  watch,
} from 'vue';
import type { Editor } from './editor.ts';
import { RequestList, SignedRetry } from './requests.ts';
import type { WorkerMessage } from './worker.ts';

const label = 'Runs against the mock in this page; change it as you like.';

const statusText = {
  idle: '',
  running: 'Running…',
  done: 'Done.',
  failed: 'The program ended with an error.',
} as const;

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
    const status = ref<keyof typeof statusText>('idle');
    const output = shallowRef<readonly string[]>([]);
    const requests = shallowRef<readonly LoggedRequest[]>([]);
    const place = ref<HTMLElement>();
    const hasEditor = ref(false);
    const id = useId();
    let running = new AbortController();
    let editor: Editor | undefined;
    let sight: IntersectionObserver | undefined;

    async function run(): Promise<void> {
      if (status.value === 'running') return;
      status.value = 'running';
      output.value = [];
      requests.value = [];
      running = new AbortController();
      const printed = (text: string) => {
        output.value = [...output.value, text];
      };
      const request = (one: LoggedRequest) => {
        requests.value = [...requests.value, one];
      };
      const error = await runProgram(source.value, { printed, request }, running.signal);
      if (error !== undefined) printed(error);
      status.value = error === undefined ? 'done' : 'failed';
    }

    /** Replaces the text area, which stays if the editor cannot be loaded. */
    async function loadEditor(parent: HTMLElement): Promise<void> {
      const { createEditor } = await import('./editor.ts');
      if (place.value !== parent) return;
      const changed = (text: string) => {
        source.value = text;
      };
      editor = createEditor({ parent, text: source.value, label, changed, run });
      hasEditor.value = true;
    }

    function reset(): void {
      source.value = original.value;
      editor?.setText(original.value);
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
    watch(original, reset);

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

    const button = (text: string, onClick: () => unknown, name?: string) =>
      h('button', { type: 'button', class: name, onClick }, text);

    return () =>
      h('div', { class: ['try-it', { 'is-drawn': props.drawn }] }, [
        h('div', [
          h('p', { class: 'try-it-label' }, label),
          h('div', { class: 'try-it-editor', ref: place }),
          hasEditor.value ? undefined : textArea(),
          h('div', { class: 'try-it-buttons' }, [
            status.value === 'running'
              ? button('Stop', () => running.abort())
              : button('Run', run, 'try-it-run'),
            source.value === original.value
              ? undefined
              : button('Undo changes', reset, 'try-it-reset'),
            h('span', { class: 'try-it-state', role: 'status' }, statusText[status.value]),
          ]),
          output.value.length === 0
            ? undefined
            : h(
                'pre',
                { class: ['try-it-output', status.value], tabindex: 0 },
                output.value.join('\n'),
              ),
          requests.value.length === 0 ? undefined : h(RequestList, { requests: requests.value }),
        ]),
        props.drawn ? h(SignedRetry, { requests: requests.value }) : undefined,
      ]);
  },
});

/** The functions that show the progress of a program. */
export interface Listener {
  printed(text: string): void;
  request(request: LoggedRequest): void;
}

/**
 * Runs a program of the reader's against a mock, in a worker of this page. Resolves to the text of the
 * error it threw, or undefined.
 *
 * @param signal ends the worker, whatever the program does
 */
function runProgram(
  program: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (error: string | undefined) => {
      worker.terminate();
      resolve(error);
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'printed') listener.printed(data.text);
      else if (data.kind === 'request') listener.request(data.request);
      else end(data.error);
    };
    worker.onerror = ({ message }) => end(message || 'The worker could not be started.');
    signal.addEventListener('abort', () => end('Stopped.'), { once: true });
    worker.postMessage(program);
  });
}
