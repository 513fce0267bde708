import { relay } from '../../../../relay';

export const POST = relay.fetch;
