import { type FieldError, isFields } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { type CallOf, type Result, withFieldChecks } from '../../engine/behaviour.ts';
import { appendEvent } from '../../engine/events.ts';
import { checkAll, invalidField, invalidInput, refuse } from '../../engine/refusal.ts';
import { currencyProblem } from '../../ledger/currencies.ts';
import { openPlatformAccounts } from '../internal-accounts/opening.ts';
import { type ConfigRecord, configOf, configs, setConfig, webhookEndpoint } from './config.ts';

type Fees = NonNullable<CallOf<'config.update'>['input']['feeConfigs']>;

const kindOf = ({ feeType, sourceCurrency }: Fees[number]) => `${feeType} ${sourceCurrency}`;

/** Returns the fees after a change: each replaces the one of its kind, and one of 0 ends it. */
function mergedFees(before: Fees, changed: Fees): Fees {
  const fees = new Map([...before, ...changed].map((fee) => [kindOf(fee), fee]));
  return [...fees.values()].filter(
    ({ variableFeeBps, fixedFee }) => variableFeeBps !== 0 || fixedFee.amount !== 0,
  );
}

/** Returns settings after a change: what it leaves out stays, also inside groups of fields. */
function mergedSettings(before: unknown, change: object): object {
  const merged = Object.entries(change).map(([name, value]) => {
    const earlier = Object(before)[name];
    return [name, isFields(value) ? mergedSettings(earlier, value) : value];
  });
  return { ...Object(before), ...Object.fromEntries(merged) };
}

const groups = ['embeddedWalletConfig', 'cardTokenization2faConfig'] as const;

/** Merges a change into the configuration; fees of other kinds stay. */
function merged(set: ConfigRecord | undefined, { input }: CallOf<'config.update'>) {
  const { feeConfigs } = input;
  const settings = groups.flatMap((name) => {
    const change = input[name];
    return change === undefined ? [] : [[name, mergedSettings(set?.[name], change)]];
  });
  return {
    ...input,
    ...(feeConfigs === undefined
      ? {}
      : { feeConfigs: mergedFees((set?.feeConfigs ?? []) as Fees, feeConfigs) }),
    ...Object.fromEntries(settings),
  };
}

/** @throws Refusal 400 for two fees of a kind and one in another currency; 501 for one that is not in USD */
function requireFees({ input }: CallOf<'config.update'>): void {
  const fees = input.feeConfigs ?? [];
  const kinds = fees.map(kindOf);
  const errors = fees.flatMap(({ fixedFee, sourceCurrency }, index): FieldError[] => {
    const at = `feeConfigs.${index}`;
    const isSecond = kinds.indexOf(kinds[index] ?? '') < index;
    const message = `must be ${sourceCurrency}, the currency of the fee`;
    return [
      ...(fixedFee.currency === sourceCurrency
        ? []
        : [{ field: `${at}.fixedFee.currency`, message }]),
      ...(isSecond ? [{ field: at, message: `is a second fee for ${kinds[index]}` }] : []),
    ];
  });
  if (errors.length > 0) throw invalidInput(errors);
  const other = fees.find(({ sourceCurrency }) => sourceCurrency !== 'USD');
  if (other === undefined) return;
  throw refuse('NOT_IMPLEMENTED', `A fee in ${other.sourceCurrency} is not possible; only in USD`);
}

/** Checks that each currency is one, and there once, with limits in order. @throws Refusal 400 */
function requireCurrencies({ input: { supportedCurrencies = [] } }: CallOf<'config.update'>): void {
  const codes = supportedCurrencies.map(({ currencyCode }) => currencyCode);
  const errors = supportedCurrencies.flatMap(({ minAmount, maxAmount }, index): FieldError[] => {
    const at = `supportedCurrencies.${index}`;
    const code = codes[index] ?? '';
    const message = codes.indexOf(code) < index ? 'is there already' : currencyProblem(code);
    return [
      ...(minAmount > maxAmount
        ? [{ field: `${at}.maxAmount`, message: 'is below minAmount' }]
        : []),
      ...(message === undefined ? [] : [{ field: `${at}.currencyCode`, message }]),
    ];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

/** Checks the domain of UMA addresses. @throws Refusal 400 */
function requireDomain({ input: { umaDomain } }: CallOf<'config.update'>): void {
  if (umaDomain === undefined || DOMAIN.test(umaDomain)) return;
  throw invalidField('umaDomain', 'expected a name such as pay.example.com');
}

/** The checks of single settings. Those of fees need whole ones. */
const fieldChecks = (call: CallOf<'config.update'>) => [
  () => requireCurrencies(call),
  () => requireDomain(call),
];

function updateConfig(call: CallOf<'config.update'>): Result {
  const { world, input } = call;
  checkAll(...fieldChecks(call), () => requireFees(call));
  const set = setConfig(world);
  const fields = merged(set, call);
  if (set === undefined) configs.add(call, { ...fields, id: configOf(world).id });
  else configs.change(call, set, fields);
  if (input.supportedCurrencies !== undefined) openPlatformAccounts(call);
  const { webhookEndpoint } = input;
  if (webhookEndpoint !== undefined && webhookEndpoint !== set?.webhookEndpoint) {
    appendEvent(call, 'TEST', undefined);
  }
  return { body: configOf(world) };
}

/** The platform's configuration: webhook endpoint, one-time codes, currencies, fees. */
export const configArea = area({
  resources: [configs],
  ports: { webhookEndpoint },
  operations: {
    /** Returns the configuration, with defaults for values that were never set. */
    'config.get': ({ world }) => ({ body: configOf(world) }),

    /** Changes the configuration. A webhook endpoint that was not set before gets a `TEST` event. */
    'config.update': withFieldChecks(updateConfig, fieldChecks),
  },
});
