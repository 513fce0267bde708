import { relay } from '../../../../lib/payments';

export const dynamic = 'force-dynamic';
export const POST = relay.fetch;
