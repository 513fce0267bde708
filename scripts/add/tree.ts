import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { moduleProblem } from './module-problem.ts';

/** A mistake in what was asked for: shown without a stack. */
export class AddError extends Error {
  override readonly name = 'AddError';
}

/** The files of a folder with changes that are written together, or not at all. */
export class Tree {
  readonly #folder: string;
  #changed = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The paths that differ from the disk, in the order of their first change. */
  get changed(): readonly string[] {
    return [...this.#changed.keys()];
  }

  has(path: string): boolean {
    return this.#changed.has(path) || existsSync(join(this.#folder, path));
  }

  /** @throws AddError if the file does not exist */
  read(path: string): string {
    if (!this.has(path)) throw new AddError(`${path} does not exist`);
    return this.#changed.get(path) ?? readFileSync(join(this.#folder, path), 'utf8');
  }

  /** Paths on disk that match a pattern, in order. */
  find(pattern: string): string[] {
    return globSync(pattern, { cwd: this.#folder }).sort();
  }

  /** Creates a file. @throws AddError if it exists, or would not be a module */
  create(path: string, text: string): void {
    if (this.has(path)) throw new AddError(`${path} exists already`);
    this.#set(path, text);
  }

  /** @throws AddError if nothing changes, or the file would not be a module */
  edit(path: string, change: (text: string) => string): void {
    const text = this.read(path);
    const changed = change(text);
    if (changed === text) throw new AddError(`${path} has no place for it`);
    this.#set(path, changed);
  }

  /** Makes changes that belong together: all of them, or none if one cannot be made. */
  together<Result>(change: () => Result): Result {
    const before = new Map(this.#changed);
    try {
      return change();
    } catch (error) {
      this.#changed = before;
      throw error;
    }
  }

  #set(path: string, text: string): void {
    const problem = path.endsWith('.ts') ? moduleProblem(text) : undefined;
    if (problem !== undefined) throw new AddError(`${path} would not be a module: ${problem}`);
    this.#changed.set(path, text);
  }

  /** Writes all changes, each as `format` returns it. */
  write(format: (file: { readonly path: string; readonly text: string }) => string): void {
    const files = [...this.#changed].map(([path, text]) => [path, format({ path, text })] as const);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      writeFileSync(join(this.#folder, path), text);
    }
  }
}
