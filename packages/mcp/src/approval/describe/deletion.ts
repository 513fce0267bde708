import type { Fields, OperationRow } from '@org/payments-contract';
import { type Fact, factsOf, money, plain } from './facts.ts';
import { type Lookup, MAX_SEARCHED } from './lookup.ts';
import { heldActions, movedIn } from './moved.ts';
import type { Resolved } from './resolve.ts';

/** The money of the accounts that a filter finds, in words. @throws ToolError if they cannot be read */
export async function heldBy(lookup: Lookup, asked: Fields): Promise<string> {
  const held: string[] = [];
  const note = ({ balance }: Fields) => {
    const isEmpty = (Object(balance) as Fields).amount === 0;
    held.push(...(isEmpty ? [] : [money(balance) ?? 'an amount that is not known']));
    return false;
  };
  const input = { ...asked, limit: 100 };
  await lookup.first('internalAccounts.list', input, note, Object.values(asked).join(' '));
  const all = held.join(', ') || 'nothing';
  return lookup.isCut ? `${all}, and what is in those after the first ${MAX_SEARCHED}` : all;
}

const MAX_NAMED = 5;

export const WAITING = 'Payments that wait for approval';

/** The payments of agents that wait for approval and can no longer be approved without a resource, in words; undefined without any. */
async function waitingFor(lookup: Lookup, id: unknown): Promise<string | undefined> {
  const waiting: string[] = [];
  const note = (action: Fields) => {
    const { source, payee, amounts } = movedIn(action);
    const isHeld = [action.agentId, action.customerId, source, payee].includes(id);
    const [amount = 'an amount that is not known'] = amounts;
    if (isHeld) waiting.push(amount);
    return false;
  };
  try {
    await lookup.first(...heldActions(lookup), note, String(id));
  } catch {
    return 'not known: they cannot be read';
  }
  const place = lookup.isCut ? ` among the first ${MAX_SEARCHED}` : '';
  const rest = waiting.length - MAX_NAMED;
  const named = [...waiting.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return waiting.length > 0 ? `${named.join(', ')}${place}` : undefined;
}

/** What can no longer be used, or carried out, once a resource is deleted. */
export async function endsWith(
  lookup: Lookup,
  { params }: OperationRow,
  input: Fields,
  found: readonly Resolved[],
): Promise<Fact[]> {
  const [parameter = ''] = Object.keys(params?.shape ?? {}).slice(-1);
  const id = input[parameter];
  if (!/^(?:customer|agent|externalAccount)Id$/.test(parameter)) return [];
  const { name = plain(id) ?? '', role = '' } = found.find((one) => one.id === id) ?? {};
  const isCustomer = parameter === 'customerId';
  const holds = isCustomer ? await heldBy(lookup, { customerId: id }) : undefined;
  const waiting = await waitingFor(lookup, id);
  if (holds === undefined && waiting === undefined) return [];
  return factsOf({
    [role]: name,
    'Its accounts hold': holds,
    [WAITING]: waiting,
  });
}
