import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { Agent, AgentAction, AgentDeviceCode } from './schemas.ts';

const agent: Agent = {
  id: 'Agent:e811',
  name: 'Bookkeeper',
  customerId: 'Customer:91ab',
  isPaused: true,
  isConnected: true,
  policy: {
    permissions: ['VIEW_TRANSACTIONS'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 500_00 },
  },
  usage: { dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 },
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

const deviceCode: AgentDeviceCode = {
  code: 'WXYZ-1234',
  agentId: 'Agent:e811',
  expiresAt: '2026-01-05T09:15:00Z',
  redeemed: false,
};

const action: AgentAction = {
  id: 'AgentAction:3e5b',
  agentId: 'Agent:e811',
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  status: 'APPROVED',
  type: 'TRANSFER_OUT',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:05:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  update: { input: { agentId: 'Agent:e811', isPaused: true }, result: agent },
  get: { input: { agentId: 'Agent:e811' }, result: agent },
  list: { input: { customerId: 'Customer:91ab' }, result: onePage(agent) },
  delete: { input: { agentId: 'Agent:e811' }, result: undefined },
  updatePolicy: {
    input: {
      agentId: 'Agent:e811',
      spendingLimits: { perTransactionLimit: 250_00, dailyLimit: 1_000_00 },
      approvalThresholds: { currency: 'USD', amount: 100_00 },
    },
    result: {
      ...agent,
      policy: {
        ...agent.policy,
        spendingLimits: { currency: 'USD', perTransactionLimit: 250_00, dailyLimit: 1_000_00 },
        approvalThresholds: { currency: 'USD', amount: 100_00 },
      },
    },
  },
  listApprovals: {
    input: { agentId: 'Agent:e811' },
    result: onePage({ ...action, status: 'PENDING_APPROVAL' }),
  },
  getDeviceCodeStatus: {
    input: { code: 'WXYZ-1234' },
    result: { code: 'WXYZ-1234', redeemed: true },
  },
  create: {
    input: {
      name: 'Bookkeeper',
      customerId: 'Customer:91ab',
      policy: {
        permissions: ['VIEW_TRANSACTIONS'],
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 500_00 },
      },
    },
    result: { agent: { ...agent, isPaused: false, isConnected: false }, deviceCode },
  },
  createDeviceCode: { input: { agentId: 'Agent:e811' }, result: deviceCode },
  redeemDeviceCode: {
    input: { code: 'WXYZ-1234' },
    result: {
      agentId: 'Agent:e811',
      agentName: 'Bookkeeper',
      accessToken: 'agent-token-7f3a',
      policy: agent.policy,
    },
  },
  approveAction: {
    input: { agentId: 'Agent:e811', actionId: 'AgentAction:3e5b' },
    result: action,
  },
  rejectAction: {
    input: { agentId: 'Agent:e811', actionId: 'AgentAction:3e5b', reason: 'too much' },
    result: { ...action, status: 'REJECTED', rejectionReason: 'too much' },
  },
};
