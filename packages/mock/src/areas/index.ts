/**
 * The areas of the API, one line for each. To add a resource: create its folder, and add one line
 * here. In a folder
 *
 * - `index.ts` puts the area together, and has its small behaviours, and the recipes that bring
 *   about its events for `mock.webhooks.trigger`;
 * - `<area>.ts` declares the resource: records, filters, states, events; other areas import it. A
 *   resource that no other area imports is declared in `index.ts`;
 * - `operations.ts`, or a file named after what it does (`issue.ts`), has larger behaviours that a
 *   declaration cannot express;
 * - `fixture.ts` is behind `mock.add`, unless that is short: then it is beside the resource;
 * - `<file>.test.ts` tests the rules of that file, `<area>.test.ts` those of the area.
 *
 * Areas that work on other areas' records (`agent`, `contact-verification`, `exchange-rates`,
 * `sandbox`, `transfers`) do not declare a resource.
 *
 * ```ts
 * // areas/gifts/index.ts
 * const gifts = resource({
 *   name: 'gifts',              // table, and the rows `gifts.get`, `.list` ...
 *   record: recordOf<Gift>(),
 *   id: 'Gift',                 // prefix of its ids, or a function that makes them
 *   notFound: 'GIFT_NOT_FOUND', // code of its 404
 *   indexes: ['status'],        // `?status=` uses it; other query fields compare
 *   create: (call: CallOf<'gifts.create'>) => ({ ...call.input, status: 'PENDING' }),
 *   states: { field: 'status', machine: giftMachine },
 *   emits: { changed: { status: ({ status }) => eventOf(status) } },
 * });
 *
 * export const giftsArea = area({
 *   resources: [gifts],
 *   operations: { 'gifts.claim': claimGift }, // behaviour beyond the declaration
 *   fixtures: {
 *     gift: giftFixture, // `mock.add.gift`, checked against the schema
 *   },
 *   recipes: { GIFT: (scene, state) => gifts.move(scene, addGift(scene), state) },
 * });
 * ```
 *
 * Records have `id`, `createdAt` and `updatedAt`; a `view` takes out what the schema does not have.
 *
 * Inside a behaviour: `gifts.require(call, id)` returns a record or refuses with its 404,
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
export { customerImportsArea } from './customer-imports/index.ts';
export { customersArea } from './customers/index.ts';
export { delegatedKeysArea } from './delegated-keys/index.ts';
export { discoveriesArea } from './discoveries/index.ts';
export { documentsArea } from './documents/index.ts';
export { exchangeRatesArea } from './exchange-rates/index.ts';
export { externalAccountsArea } from './external-accounts/index.ts';
export { internalAccountsArea } from './internal-accounts/index.ts';
export { invitationsArea } from './invitations/index.ts';
export { quotesArea } from './quotes/index.ts';
export { sandboxArea } from './sandbox/index.ts';
export { sessionsArea } from './sessions/index.ts';
export { stablecoinsArea } from './stablecoins/index.ts';
export { strongAuthenticationArea } from './strong-authentication/index.ts';
export { tokensArea } from './tokens/index.ts';
export { transactionsArea } from './transactions/index.ts';
export { transfersArea } from './transfers/index.ts';
export { verificationsArea } from './verifications/index.ts';
