/** Set by the build to the version in the package's manifest. */
declare const PAYMENTS_SDK_VERSION: string | undefined;

/** Version of the package; `0.0.0-source` when the sources run unbuilt. */
export const MCP_VERSION: string =
  typeof PAYMENTS_SDK_VERSION === 'string' ? PAYMENTS_SDK_VERSION : '0.0.0-source';
