import { UmaProvider, Vasp } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';

/** A provider of UMA addresses; the wire form has no id. */
export interface UmaProviderRecord extends UmaProvider {
  readonly id: string;
  readonly domain: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Providers of UMA addresses, newest first. */
export const umaProviders = resource({
  name: 'umaProviders',
  record: recordOf<UmaProviderRecord>(),
  id: 'UmaProvider',
  indexes: ['domain'],
  filters: {
    countryCode: ({ supportedRegions = [] }, country: string) => supportedRegions.includes(country),
    currencyCode: ({ supportedCurrencies = [] }, wanted: string) =>
      supportedCurrencies.some(({ code }) => code === wanted),
    hasBlockedProviders: () => true,
  },
  listed: ({ allowListStatus }, { input }) =>
    allowListStatus !== false ||
    (input as { readonly hasBlockedProviders?: boolean }).hasBlockedProviders !== false,
  view({ id: _id, createdAt: _created, updatedAt: _updated, ...provider }): UmaProvider {
    return provider;
  },
});

function addUmaProvider(scene: Scene, fields: Partial<UmaProvider> = {}): UmaProvider {
  const number = umaProviders.in(scene.world).size + 1;
  const provider = umaProviders.add(scene, {
    name: `Provider ${number}`,
    supportedRegions: ['US'],
    allowListStatus: true,
    ...fields,
    domain: fields.domain ?? `provider-${number}.example.com`,
  });
  return umaProviders.view(provider, scene.world);
}

export const umaProviderFixture = fixture({ schema: UmaProvider, add: addUmaProvider });

/** A custodian; the wire form has no id. */
export interface VaspRecord extends Vasp {
  readonly id: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Exchanges and custodians, in the order in which they were added. */
export const vasps = resource({
  name: 'vasps',
  record: recordOf<VaspRecord>(),
  id: 'Vasp',
  view: ({ id: _id, createdAt: _created, updatedAt: _updated, ...vasp }): Vasp => vasp,
});

export const vaspFixture = fixture({
  schema: Vasp,
  add(scene, fields: Partial<Vasp> = {}): Vasp {
    const number = vasps.in(scene.world).size + 1;
    const vasp = vasps.add(scene, {
      vaspName: `Exchange ${number}`,
      url: `https://exchange-${number}.example.com`,
      ...fields,
    });
    return vasps.view(vasp, scene.world);
  },
});
