/** The addresses inside the namespaces; they lead nowhere else. */
export const addresses = {
  /** The client's end of the link. */
  client: '10.77.0.1',
  /** The service, and after a failover the machine that takes over its address. */
  service: '10.77.0.2',
  /** An unused address on the link. */
  nobody: '10.77.0.53',
} as const;

/** The port of the service. */
export const SERVICE_PORT = 8443;
