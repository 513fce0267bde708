import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { root } from '../lib/workspace.ts';
import { isJson, type Json } from './fields.ts';
import { expressionOf, followed, inOwnWords, type Obligation } from './register.ts';

/** One sentence of a description: `Card.state` says that the card can be frozen. */
export interface Sentence {
  /** The operation, schema or event: `POST /quotes`, `Card`, `event CARD.STATE_CHANGE`. */
  readonly owner: string;
  /** The owner with the field that the sentence is about, if it is about one. */
  readonly place: string;
  readonly text: string;
}

/** The words of a description; the line breaks and marks of Markdown say nothing. */
function sentencesIn(description: string): string[] {
  return description
    .split(/(?<=[.!?:])\s+|\n{2,}|\n(?=[-*|#] )/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /\w/.test(text));
}

function collect(found: Sentence[], owner: string, place: string, value: unknown): void {
  if (Array.isArray(value)) for (const each of value) collect(found, owner, place, each);
  if (!isJson(value)) return;
  for (const [key, part] of Object.entries(value)) {
    if (/^(?:example|examples|default)$/.test(key)) continue;
    if (typeof part === 'string' && /^(?:description|summary)$/.test(key)) {
      found.push(...sentencesIn(part).map((text) => ({ owner, place, text })));
    } else if (key === 'properties' && isJson(part)) {
      for (const [name, field] of Object.entries(part)) {
        collect(found, owner, `${place}.${name}`, field);
      }
    } else collect(found, owner, place, part);
  }
}

/** Returns what a document has about each operation, event, schema and other named part. */
function partsOf(document: unknown): ReadonlyMap<string, unknown> {
  const { paths, webhooks, components } = isJson(document) ? document : ({} as Json);
  const entries = (value: unknown) => Object.entries(isJson(value) ? value : {});
  return new Map([
    ...entries(paths).flatMap(([path, item]) =>
      entries(item).map(([method, part]) => [`${method.toUpperCase()} ${path}`, part] as const),
    ),
    ...entries(webhooks).map(([name, part]) => [`event ${name}`, part] as const),
    ...entries(components).flatMap(([, part]) => entries(part)),
  ]);
}

/** Returns every sentence of a document. */
export function sentencesOf(document: unknown): readonly Sentence[] {
  const found: Sentence[] = [];
  for (const [name, part] of partsOf(document)) collect(found, name, name, part);
  return found;
}

const isGuide = (owner: string) => owner.startsWith('guide ');

/**
 * Returns every sentence of the followed pages of a folder of guides, each with its heading. Programs and
 * settings say nothing.
 */
export function guideSentences(folder: string): readonly Sentence[] {
  const pages = globSync(followed.pages, { cwd: folder, exclude: [followed.except] }).sort();
  return pages.flatMap((page) => {
    const owner = `guide ${basename(resolve(folder))}/${page}`;
    const text = inOwnWords(readFileSync(join(folder, page), 'utf8'))
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```.*$|^(?:import|export) .*$/gm, '');
    return text.split(/^(?=#+ |[ \t]*<\w+[^>\n]* title=")/m).flatMap((part) => {
      const [, ofText = '', ofTab = ofText, rest = part] =
        /^(?:#+ (.*)|[ \t]*<[^>\n]* title="([^"]*)"[^>]*>)([\s\S]*)/.exec(part) ?? [];
      const heading = ofTab.trim();
      const place = heading === '' ? owner : `${owner}, ${heading}`;
      return sentencesIn(`${heading}\n\n${rest}`).map((said) => ({ owner, place, text: said }));
    });
  });
}

/** Returns what the register says to be absent from a document, and is there. */
export function contradicted(document: unknown, register: readonly Obligation[]): string[] {
  const parts = [...partsOf(document)].map(([name, part]) => [name, JSON.stringify(part)] as const);
  return register.flatMap(({ id, absent = [] }) =>
    absent.flatMap(({ words, in: place = '*', except = [] }) => {
      const form = expressionOf(place);
      const asked = parts.filter(([name]) => form.test(name) && !except.includes(name));
      if (asked.length === 0) return [`${id}: nothing is called ${place}`];
      const found = asked.filter(([, text]) => text.includes(words));
      return found.map(([name]) => `${id}: ${words} is in ${name}`);
    }),
  );
}

const file = join(root, 'docs/register-sentences.txt');

export const digestOf = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 7);

/** Keeps the digests of all sentences, by owner. The sentences themselves are not kept. */
export function keepSentences(sentences: readonly Sentence[]): void {
  const read = Map.groupBy(sentences, ({ owner }) => owner);
  const digests = new Map<string, Iterable<string>>(unread(sentences));
  for (const [owner, said] of read)
    digests.set(owner, new Set(said.map((each) => digestOf(each.text))));
  const lines = [...digests].map(([owner, each]) => [owner, ...each].join('\t'));
  writeFileSync(file, `${lines.sort().join('\n')}\n`);
}

/** The digests that were kept, by the part of the reference that says the sentences. */
export function keptSentences(): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return new Map(
    lines.map((line) => {
      const [owner = '', ...digests] = line.split('\t');
      return [owner, new Set(digests)];
    }),
  );
}

/** Sentences that were not there when the document was last read, and how many are gone. */
export interface SaidChanges {
  readonly added: readonly Sentence[];
  readonly removed: ReadonlyMap<string, number>;
}

/** Returns what was kept of guides, if none of them was read. */
function unread(sentences: readonly Sentence[], kept = keptSentences()) {
  const isRead = sentences.some(({ owner }) => isGuide(owner));
  return [...kept].filter(([owner]) => !isRead && isGuide(owner));
}

/** Compares what a document and guides say with what they said before. */
export function saidChanges(
  sentences: readonly Sentence[],
  kept: ReadonlyMap<string, ReadonlySet<string>> = keptSentences(),
): SaidChanges {
  const skipped = new Map(unread(sentences, kept));
  const added = sentences.filter(({ owner, text }) => !kept.get(owner)?.has(digestOf(text)));
  const said = Map.groupBy(sentences, ({ owner }) => owner);
  const read = [...kept].filter(([owner]) => !skipped.has(owner));
  const removed = read.map(([owner, digests]) => {
    const now = new Set((said.get(owner) ?? []).map(({ text }) => digestOf(text)));
    return [owner, [...digests].filter((digest) => !now.has(digest)).length] as const;
  });
  return { added, removed: new Map(removed.filter(([, count]) => count > 0)) };
}
