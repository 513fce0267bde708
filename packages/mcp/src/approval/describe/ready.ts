import { type Fields, findOperation, type NamedOperation } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { SignatureRequiredError } from '@org/payments-sdk';
import { ToolError } from '../../errors/mcp-errors.ts';
import type { Lookup } from './lookup.ts';
import { isLost } from './not-made.ts';
import type { Resolved } from './resolve.ts';
import { spentText, stateAdvice } from './standing.ts';

/**
 * Nobody is asked to approve what then fails: a quote that is paid from a wallet carries the text that
 * the customer's session has to sign.
 */
export async function requireUnsigned(
  { name, row: { payload } }: NamedOperation,
  input: Fields,
  lookup: Lookup,
): Promise<void> {
  if (payload === undefined) return;
  const asked = payload.input(input);
  const resource = await lookup.get(payload.read, asked, Object.values(asked).join(' '));
  const payloadToSign = payload.pick(resource);
  if (payloadToSign === undefined) return;
  const challenge = { payloadToSign, expiresAt: payload.until(resource) ?? '' };
  throw new SignatureRequiredError(challenge, { operation: name });
}

/** Money that a transfer moves stays in its currency. @throws ToolError */
function requireOneCurrency(found: readonly Resolved[], quotes: string): void {
  const [from, to] = ['From', 'To'].map((side) => {
    const { id, resource } = found.find(({ role }) => role === side) ?? {};
    const { currency } = Object(resource?.balance) as Fields;
    return { id, code: currency === undefined ? resource?.currency : (currency as Fields).code };
  });
  if (from?.code === undefined || to?.code === undefined || from.code === to.code) return;
  const message = `${from.id} is in ${from.code}, and ${to.id} in ${to.code}: a transfer does not convert.`;
  const action = `Nothing was sent. A quote converts: make one with \`${quotes}\`.`;
  throw new ToolError('CONFLICT', visibleText(message), { action });
}

/**
 * What the service refuses in the state that a person would be shown. A repeat is for it to decide,
 * other than of what can no longer be paid, and was not.
 */
export function requireReady(
  { name, row: own }: NamedOperation,
  input: Fields,
  found: readonly Resolved[],
  mayRepeat: boolean,
) {
  // What an agent executes has the states of what the platform executes.
  const shared = findOperation(name.replace(/^agent\./, ''))?.row;
  const row = { ...own, ...shared, auth: own.auth };
  const [parameter = ''] = Object.keys(row.params?.shape ?? {}).slice(-1);
  const resource = found.find(({ id }) => id === input[parameter])?.resource ?? {};
  const { moves } = row;
  const state = moves === undefined ? undefined : resource[moves.field];
  const isOver = spentText(row, resource) !== undefined && isLost(resource.id, state);
  if (mayRepeat && !isOver) return;
  if (/\btransfers\.create/.test(name)) {
    requireOneCurrency(found, name.replace(/transfers\.\w+/, 'quotes.create'));
  }
  if (moves !== undefined && 'from' in moves && state !== undefined) {
    const from = moves.from.join(' or ');
    const message = `${String(input[parameter])} is ${String(state)}: ${name} needs one that is ${from}.`;
    if (!moves.from.includes(String(state))) {
      const action = `Nothing was sent. ${stateAdvice(row, String(state), resource)}`;
      const facts = { action: visibleText(action), isFinal: isOver };
      throw new ToolError('CONFLICT', visibleText(message), facts);
    }
  }
  const paused = found.find((one) => one.id.startsWith('Agent:') && one.resource.isPaused === true);
  if (name === 'agents.approveAction' && paused !== undefined) {
    const action = `Nothing was sent. Resume it first: \`agents.update\` of ${visibleText(paused.id)} with \`isPaused: false\`.`;
    throw new ToolError('CONFLICT', `${visibleText(paused.id)} is paused.`, { action });
  }
  const quote = Object(resource.quote) as Fields;
  if (name === 'agents.approveAction' && (quote.status ?? 'PENDING') !== 'PENDING') {
    const executing = findOperation('quotes.execute')?.row ?? row;
    const message = `${String(quote.id)} is ${String(quote.status)}: the action can no longer pay by it.`;
    const action = `Nothing was sent. ${stateAdvice(executing, String(quote.status), quote)}`;
    throw new ToolError('CONFLICT', visibleText(message), { action: visibleText(action) });
  }
  const { sourceType } = Object(resource.source) as Fields;
  if (name.endsWith('quotes.execute') && sourceType === 'REALTIME_FUNDING') {
    const message = `${String(input[parameter])} is not executed: the payment begins when the money arrives that its payment instructions ask for.`;
    const action = 'Nothing was sent. Send the money as `paymentInstructions` of the quote says.';
    throw new ToolError('CONFLICT', visibleText(message), { action });
  }
}
