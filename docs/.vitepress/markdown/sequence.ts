/** One arrow of a sequence diagram. */
interface Message {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Drawn dashed: a response. */
  readonly isReply: boolean;
}

interface Sequence {
  readonly names: readonly string[];
  readonly messages: readonly Message[];
}

const LETTER = 7;
const NAME_LETTER = 8.2;
const SIDE = 16;
const BOX = 40;
const ROW = 44;

/** Reads the part of Mermaid's language that the pages use: participants and messages. */
function parse(source: string): Sequence {
  const participants = [...source.matchAll(/^\s*participant\s+(\w+)(?:\s+as\s+(.+))?$/gm)];
  const ids = participants.map(([, id = '']) => id);
  const messages = [...source.matchAll(/^\s*(\w+)(-{1,2})>>(\w+):\s*(.+)$/gm)].map(
    ([line, from = '', dashes = '', to = '', text = '']) => {
      const message = { from: ids.indexOf(from), to: ids.indexOf(to), text };
      if (message.from < 0 || message.to < 0) throw new Error(`No participant: ${line.trim()}`);
      return { ...message, isReply: dashes === '--' };
    },
  );
  return { names: participants.map(([, id = '', name]) => name ?? id), messages };
}

/** The middle of each column: far enough apart for the names and for every label between them. */
function columns({ names, messages }: Sequence): number[] {
  const width = (text: string) => text.length * LETTER + 2 * SIDE;
  const box = (name: string) => name.length * NAME_LETTER + 2 * SIDE;
  const places = [box(names[0] ?? '') / 2 + SIDE];
  for (let index = 1; index < names.length; index += 1) {
    const apart = (box(names[index - 1] ?? '') + box(names[index] ?? '')) / 2 + SIDE;
    let place = (places[index - 1] ?? 0) + apart;
    for (const { from, to, text } of messages) {
      const [left, right] = [Math.min(from, to), Math.max(from, to)];
      if (right === index && left < index) {
        place = Math.max(place, (places[left] ?? 0) + width(text));
      }
      // A step without a second participant is drawn to the right of its line.
      if (from === to && from === index - 1) {
        place = Math.max(place, (places[from] ?? 0) + width(text) + 2 * SIDE);
      }
    }
    places.push(place);
  }
  return places;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function arrowHead(x: number, y: number, isRight: boolean): string {
  const back = isRight ? x - 8 : x + 8;
  return `<path class="head" d="M${x} ${y} L${back} ${y - 4} L${back} ${y + 4} Z"/>`;
}

function drawn({ from, to, text, isReply }: Message, places: readonly number[], y: number): string {
  const start = places[from] ?? 0;
  const end = places[to] ?? 0;
  const style = isReply ? 'line reply' : 'line';
  if (from === to) {
    const turn = start + 24;
    return `<path class="${style}" d="M${start} ${y - 10} H${turn} V${y + 6} H${start + 6}"/>${arrowHead(start, y + 6, false)}<text x="${turn + 8}" y="${y + 2}">${escaped(text)}</text>`;
  }
  const tip = end > start ? end - 6 : end + 6;
  return `<path class="${style}" d="M${start} ${y} H${tip}"/>${arrowHead(end, y, end > start)}<text x="${(start + end) / 2}" y="${y - 8}" text-anchor="middle">${escaped(text)}</text>`;
}

/** The diagram in words, for screen readers. */
export function sequenceInWords(source: string): string {
  const { names, messages } = parse(source);
  const steps = messages.map(({ from, to, text }) =>
    from === to ? `${names[from]}: ${text}` : `${names[from]} to ${names[to]}: ${text}`,
  );
  return `Sequence. ${steps.join('; ')}.`;
}

/** The steps of a sequence as a list, for screens that are too narrow for its columns. */
export function sequenceSteps(source: string): string {
  const { names, messages } = parse(source);
  const name = (index: number) => `<b>${escaped(names[index] ?? '')}</b>`;
  const steps = messages.map(({ from, to, text, isReply }) => {
    const parties = from === to ? name(from) : `${name(from)} → ${name(to)}`;
    return `<li${isReply ? ' class="is-reply"' : ''}>${parties}<br>${escaped(text)}</li>`;
  });
  return `<ol class="sequence-steps">${steps.join('')}</ol>`;
}

/** A sequence diagram as SVG; its colours are those of the page. */
export function sequenceDiagram(source: string): string {
  const sequence = parse(source);
  const { names, messages } = sequence;
  const places = columns(sequence);
  const rows = messages.map((message, index) =>
    drawn(message, places, BOX + ROW * (index + 1) - 4),
  );
  const height = BOX + ROW * (messages.length + 1) - 16;
  const ends = messages.map(({ from, to, text }) =>
    from === to ? (places[from] ?? 0) + text.length * LETTER + 3 * SIDE : 0,
  );
  const last = (places.at(-1) ?? 0) + ((names.at(-1)?.length ?? 0) * NAME_LETTER) / 2 + 2 * SIDE;
  const width = Math.ceil(Math.max(last, ...ends));
  const heads = names.map((name, index) => {
    const box = name.length * NAME_LETTER + 2 * SIDE;
    const x = places[index] ?? 0;
    return `<path class="life" d="M${x} ${BOX} V${height}"/><rect x="${x - box / 2}" y="1" width="${box}" height="${BOX - 2}" rx="6"/><text class="name" x="${x}" y="25" text-anchor="middle">${escaped(name)}</text>`;
  });
  return `<svg class="sequence" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${heads.join('')}${rows.join('')}</svg>`;
}
