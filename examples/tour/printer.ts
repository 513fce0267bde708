import { styleText } from 'node:util';

/** The printed parts of one request. */
export interface PrintedLeg {
  readonly operation: string;
  readonly leg: 1 | 2 | 3 | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

function shorten(path: string): string {
  return path.replaceAll(/([A-Z]\w+:)([\w-]{8})[\w-]+/g, '$1$2…');
}

/** A printer in colour, if the program's output is a terminal that shows it. */
export function createPrinter(write: (text: string) => void) {
  const line = (text = '') => write(`${text}\n`);
  return {
    line,
    heading(text: string) {
      line();
      line(styleText('bold', text));
    },
    /** One request as it went over the wire. */
    leg({ operation, leg, method, path, status, milliseconds }: PrintedLeg) {
      const name = `${operation}${leg === undefined ? '' : ` · leg ${leg}`}`.padEnd(32);
      const style = status < 300 ? 'green' : status < 400 ? 'yellow' : 'red';
      const time = `${milliseconds.toFixed(1)} ms`.padStart(9);
      const where = `${method.padEnd(6)}${shorten(path)}`.padEnd(58);
      line(
        `   ${styleText('cyan', name)} ${where} ${styleText(style, String(status))} ${styleText('dim', time)}`,
      );
    },
    /** A fact below the last leg. */
    note(label: string, text: string) {
      line(`     ${styleText('dim', label.padEnd(10))} ${text}`);
    },
    good(text: string) {
      line(`   ${styleText('green', '✓')} ${text}`);
    },
    bad(text: string) {
      line(`   ${styleText('red', '✗')} ${text}`);
    },
  };
}

/** Writes the tour to a terminal. */
export type Printer = ReturnType<typeof createPrinter>;
