import {
  type Fields,
  findOperation,
  type OperationName,
  type OperationRow,
} from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { type ApiError, isPaymentsError, type PaymentsError } from '@org/payments-sdk';
import { ToolError } from '../../errors/mcp-errors.ts';
import { type AnyClient, methodOf } from '../../tools/method.ts';
import { presentOf } from './not-made.ts';

/** Items of a list that are searched for one id. */
export const MAX_SEARCHED = 5_000;

/** Why a resource could not be read, other than that there is none: a wrong key, a broken network. */
export function causeOfUnread(error: unknown): PaymentsError | undefined {
  const { cause } = Object(error) as { readonly cause?: unknown };
  return isPaymentsError(cause) && (cause as Partial<ApiError>).status !== 404 ? cause : undefined;
}

/** The permission of a read that was refused. */
function lacking({ code, operation }: PaymentsError): string {
  const row = code === 'FORBIDDEN' && operation ? findOperation(operation)?.row : undefined;
  const needed = row?.agentPermission ?? row?.permission;
  return needed === undefined ? '' : ` (reading it needs the permission ${needed})`;
}

/**
 * Reads the resources that a call refers to, so that a person is shown what the service says of them
 * and not what the model says. Each is read once.
 */
export class Lookup {
  readonly #client: AnyClient;
  readonly #signal: AbortSignal;
  readonly #read = new Map<string, Promise<Fields>>();
  /** Whether the last list was too long to be searched to its end. */
  isCut = false;
  /** The inputs, without secrets, by which quotes were made, as far as they are known. */
  made: ReadonlyMap<unknown, unknown> = new Map();
  /** Whether the client is an agent's: its operations have names of their own. */
  readonly isAgent: boolean;

  constructor(client: AnyClient, isAgent: boolean, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    this.isAgent = isAgent;
  }

  /** The error for a reference that could not be read: nobody can approve what cannot be shown. */
  unresolved(what: string, cause?: unknown): ToolError {
    const missing = this.isCut ? `it is not among the first ${MAX_SEARCHED}` : 'it was not found';
    const why = isPaymentsError(cause)
      ? `${cause.code}: ${cause.message}${lacking(cause)}`
      : missing;
    const message = `${visibleText(what)} cannot be shown to a person: ${why}`;
    return new ToolError('REFERENCE_UNRESOLVED', message, { cause });
  }

  /** Reads a resource. @throws ToolError if it cannot be read */
  get(name: string, input: Fields, what: string): Promise<Fields> {
    const key = `${name} ${JSON.stringify(input)}`;
    const read =
      this.#read.get(key) ??
      Promise.resolve(methodOf(this.#client, name)(input, { signal: this.#signal })).then(
        (value) => value as Fields,
        (error: unknown) => {
          throw this.unresolved(what, error);
        },
      );
    this.#read.set(key, read);
    return read;
  }

  /** What a payment has become; undefined where no read shows it, or it fails. */
  present(row: OperationRow, id: unknown): Promise<Fields | undefined> {
    return presentOf(this.#client, row, id, this.#signal);
  }

  /** Searches lists for an id, one after another. @throws ToolError if none has it */
  async find(id: string, lists: readonly (readonly [name: string, input: Fields])[]) {
    let wasCut = false;
    for (const [name, input] of lists) {
      const found = await this.first(name, input, (item) => item.id === id, id);
      if (found !== undefined) return found;
      wasCut ||= this.isCut;
    }
    this.isCut = wasCut;
    throw this.unresolved(id);
  }

  /** The first item of a list that fits; undefined if none does. @throws ToolError */
  async first(
    name: string,
    input: Fields,
    fits: (item: Fields) => boolean | Promise<boolean>,
    what: string,
  ): Promise<Fields | undefined> {
    let searched = 0;
    this.isCut = false;
    try {
      const list = methodOf(this.#client, name)(input, { signal: this.#signal });
      for await (const item of list as unknown as AsyncIterable<Fields>) {
        this.isCut = searched >= MAX_SEARCHED;
        if (this.isCut) return undefined;
        if (await fits(item)) return item;
        searched += 1;
      }
      return undefined;
    } catch (error) {
      throw this.unresolved(what, error);
    }
  }

  /**
   * What the journal has of other keys: when the same request was sent, if it does not know what became of
   * that, and the ids of what was applied lately, oldest first.
   *
   * @throws what the client throws, if the journal cannot be read
   */
  async underOtherKeys(name: OperationName, input: Fields) {
    const { journal } = this.#client;
    if (journal === undefined) return { lost: undefined, applied: [] };
    const sent = await this.#client.sentBefore(name, input, { underOtherKeys: true });
    const lost = sent.findLast(({ outcome }) => outcome !== 'applied')?.startedAt;
    const applied = sent.filter(({ outcome }) => outcome === 'applied');
    return { lost, applied: applied.flatMap(({ resourceId = [] }) => resourceId) };
  }
}
