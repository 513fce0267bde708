import { machine, type StateMachine } from '../../format/state-machine.ts';

export const stablecoinProviderAccountStatuses = ['ACTIVE', 'INVALID', 'REVOKED'] as const;

export const stablecoinIssuanceStatuses = [
  'PENDING_REVIEW',
  'PROVISIONING',
  'PROVISIONED',
  'REJECTED',
  'FAILED',
] as const;

export const stablecoinServiceStatuses = [
  'NOT_ENABLED',
  'PENDING_APPROVAL',
  'ENABLING',
  'ENABLED',
  'DISABLED',
] as const;

export const stablecoinOperationTypes = ['MINT', 'BURN'] as const;

export const stablecoinOperationStatuses = [
  'CREATED',
  'PENDING_FUNDING',
  'PENDING_PROVIDER',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;

export type StablecoinOperationStatus = (typeof stablecoinOperationStatuses)[number];

/** A mint or burn is paid for, carried out by the provider, and ends. */
export const stablecoinOperationMachine: StateMachine<StablecoinOperationStatus> =
  machine<StablecoinOperationStatus>({
    CREATED: ['PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING', 'FAILED'],
    PENDING_FUNDING: ['PENDING_PROVIDER', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
    PENDING_PROVIDER: ['PROCESSING', 'COMPLETED', 'FAILED'],
    PROCESSING: ['COMPLETED', 'FAILED'],
    COMPLETED: [],
    FAILED: [],
    EXPIRED: [],
  });
