import { WorkOS } from '@workos-inc/node';
export const organization = await new WorkOS('sk').organizations.getOrganization('org');
