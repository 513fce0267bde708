/** Pages that show a file from outside `docs`. */
export const packagePages: Readonly<Record<string, string>> = {
  'packages/sdk/README.md': '/packages/sdk',
  'packages/wallet/README.md': '/packages/wallet',
  'packages/mock/README.md': '/packages/mock',
  'packages/crypto/README.md': '/packages/crypto',
  'packages/contract/README.md': '/packages/contract',
  'packages/mcp/README.md': '/packages/mcp',
  'examples/onboarding/README.md': '/walkthroughs/onboard-a-business',
  'examples/payout/README.md': '/walkthroughs/payout',
  'examples/card/README.md': '/walkthroughs/issue-a-card',
  'examples/agent/README.md': '/walkthroughs/agent-with-a-limit',
  'examples/migration/README.md': '/walkthroughs/move-from-hand-written-calls',
  'CHANGELOG.md': '/changelog',
};
