import { UmaProvider } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { umaProviders } from './uma-providers.ts';

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

/** The fixture behind `mock.add.umaProvider`. */
export const umaProviderFixture = fixture({ schema: UmaProvider, add: addUmaProvider });
