/**
 * The areas of the API, one line for each. To add a resource: make its folder, and add one line
 * here. A folder holds the declaration (`cards.ts`), behaviours that a declaration cannot express
 * (`issue.ts`), the fixture and `index.ts`, which puts them together.
 *
 * ```ts
 * // areas/invitations/index.ts
 * const invitations = resource({
 *  name: 'invitations', // table, and the rows `invitations.get`, `.list` ...
 *   record: recordOf<Invitation>(),
 *   id: (world) => world.random.hex('invitation', 6),
 *   notFound: 'INVITATION_NOT_FOUND',           // code of its 404
 *   indexes: ['status'],                        // `?status=` uses it; other query fields compare
 *   create: (call: CallOf<'invitations.create'>) => ({ ...call.input, status: 'PENDING' }),
 *   states: { field: 'status', machine: invitationMachine },
 *   emits: { changed: { status: ({ status }) => eventOf(status) } },
 * });
 *
 * export const invitationsArea = area({
 *   resources: [invitations],
 *   operations: { 'invitations.claim': claim }, // behaviour beyond the declaration
 *   fixtures: {
 *     // `mock.add.invitation`, checked against the schema
 *     invitation: fixture({ schema: Invitation, add: (scene, fields = {}) => ... }),
 *   },
 * });
 * ```
 *
 * Inside a behaviour: `invitations.require(call, id)` returns a record or refuses with its 404,
 * `.add(call, fields)` stamps id and times, `.change(call, record, fields)` stamps `updatedAt` and
 * emits, `.move(call, record, to)` also checks the machine, `.remove(call, record)` deletes,
 * `.view(record, world)` returns the wire form, `.in(world)` the table, `listResult(resource,
 * call)` a page. `scheduleMove` moves a state later on the mock's clock; money moves through
 * `ledger/ledger.ts` only. Other areas import declarations (`../cards/cards.ts`), never another
 * `index.ts`.
 */
export { agentArea } from './agent/index.ts';
export { agentsArea } from './agents/index.ts';
export { beneficialOwnersArea } from './beneficial-owners/index.ts';
export { cardsArea } from './cards/index.ts';
export { configArea } from './config/index.ts';
export { contactVerificationArea } from './contact-verification/index.ts';
export { credentialsArea } from './credentials/index.ts';
export { customersArea } from './customers/index.ts';
export { discoveriesArea } from './discoveries/index.ts';
export { documentsArea } from './documents/index.ts';
export { exchangeRatesArea } from './exchange-rates/index.ts';
export { externalAccountsArea } from './external-accounts/index.ts';
export { internalAccountsArea } from './internal-accounts/index.ts';
export { invitationsArea } from './invitations/index.ts';
export { quotesArea } from './quotes/index.ts';
export { sandboxArea } from './sandbox/index.ts';
export { sessionsArea } from './sessions/index.ts';
export { tokensArea } from './tokens/index.ts';
export { transactionsArea } from './transactions/index.ts';
export { transfersArea } from './transfers/index.ts';
export { verificationsArea } from './verifications/index.ts';
