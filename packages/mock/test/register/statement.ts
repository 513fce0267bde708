import { type Lab, legTwo, type Reply } from '../lab/lab.ts';

/** The refusal of a statement's second request: its status, its code, and the field it names. */
export type Refusal = readonly [status: number, code: string, field?: string];

/** A requirement of the sources, with a request on each side of it. */
export interface Statement {
  /** The place it comes from: a section of the specification, or an operation of the reference. */
  readonly source: string;
  /** The sentence in our own words; it is the title of the test. */
  readonly rule: string;
  /** Sends what the service accepts. */
  readonly accepted: (lab: Lab) => Promise<Reply>;
  /** Sends what the service refuses. */
  readonly refused: (lab: Lab) => Promise<Reply>;
  readonly as: Refusal;
  /** The operations or fields whose description states it: `cards.update state`. */
  readonly about?: readonly string[];
}

export const invalid = (field: string): Refusal => [400, 'INVALID_INPUT', field];
export const unauthorized: Refusal = [401, 'UNAUTHORIZED'];

type Update = Readonly<Record<string, unknown>>;

/** Sends an update of a new customer. */
export async function updatedCustomer(lab: Lab, update: Update): Promise<Reply> {
  const { id } = lab.mock.add.customer();
  return lab.send('PATCH', `/customers/${id}`, update);
}

/** Sends leg 1 of an update of a new card. */
export async function updatedCard(lab: Lab, update: Update, state = 'ACTIVE'): Promise<Reply> {
  const { account } = lab.mock.add.wallet();
  const card = lab.mock.add.card({ fundingSources: [account.id], state: state as 'ACTIVE' });
  return lab.send('PATCH', `/cards/${card.id}`, update);
}

/** What a second leg does differently from what its challenge asks for. */
export interface Disturbance {
  readonly body?: unknown;
  readonly requestId?: string;
  readonly only?: 'request-id' | 'service-wallet-signature';
  readonly before?: (lab: Lab) => unknown;
}

/** Sends both legs of a change of a wallet, the second with a disturbance. */
export async function secondLeg(lab: Lab, disturbance: Disturbance = {}): Promise<Reply> {
  const { account, sessionKey } = await lab.signIn();
  const path = `/internal-accounts/${account.id}`;
  const body = { privateEnabled: true };
  const challenge = await lab.challenge('PATCH', path, body);
  const { requestId = challenge.requestId, only, before } = disturbance;
  const headers = await legTwo({ ...challenge, requestId }, sessionKey);
  await before?.(lab);
  const sent = Object.entries(headers).filter(
    ([name]) => only === undefined || name.toLowerCase() === only,
  );
  return lab.send('PATCH', path, disturbance.body ?? body, Object.fromEntries(sent));
}
