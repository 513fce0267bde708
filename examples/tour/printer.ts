/** The printed parts of one request. */
export interface PrintedLeg {
  readonly operation: string;
  readonly leg: 1 | 2 | 3 | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

type Style = 'bold' | 'dim' | 'green' | 'red' | 'cyan' | 'yellow';

const codes: Readonly<Record<Style, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  cyan: 36,
};

function painter(colours: boolean): (style: Style, text: string) => string {
  return (style, text) => (colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
}

function shorten(path: string): string {
  return path.replaceAll(/([A-Z]\w+:)([\w-]{8})[\w-]+/g, '$1$2…');
}

/** A printer on an output stream. */
export function createPrinter(write: (text: string) => void, colours: boolean) {
  const paint = painter(colours);
  const line = (text = '') => write(`${text}\n`);
  return {
    line,
    heading(text: string) {
      line();
      line(paint('bold', text));
    },
    /** One request as it went over the wire. */
    leg({ operation, leg, method, path, status, milliseconds }: PrintedLeg) {
      const name = `${operation}${leg === undefined ? '' : ` · leg ${leg}`}`.padEnd(32);
      const style = status < 300 ? 'green' : status < 400 ? 'yellow' : 'red';
      const time = `${milliseconds.toFixed(1)} ms`.padStart(9);
      const where = `${method.padEnd(6)}${shorten(path)}`.padEnd(58);
      line(
        `   ${paint('cyan', name)} ${where} ${paint(style, String(status))} ${paint('dim', time)}`,
      );
    },
    /** A fact below the last leg. */
    note(label: string, text: string) {
      line(`     ${paint('dim', label.padEnd(10))} ${text}`);
    },
    good(text: string) {
      line(`   ${paint('green', '✓')} ${text}`);
    },
    bad(text: string) {
      line(`   ${paint('red', '✗')} ${text}`);
    },
  };
}

/** Writes the tour to a terminal, in colour only if the stream is a terminal. */
export type Printer = ReturnType<typeof createPrinter>;

/** Whether a stream is a terminal that shows colours. */
export function wantsColours(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && (NO_COLOR === undefined || NO_COLOR === '');
}
