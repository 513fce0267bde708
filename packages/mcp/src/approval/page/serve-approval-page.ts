import { userInfo } from 'node:os';
import type { PaymentsMcp } from '../../create-payments-mcp.ts';
import { serveLoopback } from '../../loopback.ts';
import type { PasskeyStore } from '../passkey/passkey-store.ts';
import { SingleUseCodes, secretPath, withCodeLogin } from './code-login.ts';
import { approvalHandler } from './node-handler.ts';
import { isForeignUser } from './own-user.ts';

/** How the page on loopback is served. */
export interface ServeApprovalPageOptions {
  /** Default any free one. */
  readonly port?: number | undefined;
  /**
   * Whom the audit log names as the one who decided: the person who is shown the address. Default the
   * user of the system who runs the process.
   */
  readonly person?: string | undefined;
  /** Has each approval confirmed by a passkey; see `ApprovalPageOptions`. */
  readonly passkeys?: PasskeyStore | undefined;
  /**
   * Refuses forms of other users of this machine, where the system tells whose a connection is (Linux):
   * they can list the processes, and with them the address that a browser is started with. Default false.
   */
  readonly onlyOwnUser?: boolean | undefined;
  /**
   * Shows the person the address with a code that is valid once: opens a browser or prints it. It is
   * never given to the model. Called for each call, with how many wait: the page of one leads to the others.
   */
  readonly show: (address: string, waiting: number) => void;
}

/** A page that is served. */
export interface ServedApprovalPage {
  readonly url: string;
  close(): Promise<void>;
}

const FOREIGN_USER =
  'This form came from another user of the machine. Nothing was decided. If that is you, start the server with --no-open.';

/** The user of the system; by number where it has no name, as in some containers. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

/**
 * Serves the approval page on loopback, for a server over standard input and output: the person
 * behind the machine decides in a browser, outside the model.
 *
 * @example
 * ```ts
 * const page = await serveApprovalPage(mcp, { show: (address) => console.error(address) });
 * ```
 */
export async function serveApprovalPage(
  mcp: PaymentsMcp,
  { port = 0, show, passkeys, person = systemUser(), onlyOwnUser }: ServeApprovalPageOptions,
): Promise<ServedApprovalPage> {
  const codes = new SingleUseCodes(person);
  const path = secretPath('/approvals-');
  let url = '';
  // The fragment is not sent to a server, and not written to its log.
  const address = () => `${url}/enter#code=${codes.next()}`;
  const page = withCodeLogin(codes, path, (authenticate) =>
    mcp.approvalPage({
      authenticate,
      recognizedBy: 'code',
      passkeys,
      path,
      onWaiting: (_, waiting) => show(address(), waiting),
      addressOf: address,
    }),
  );
  const handle = approvalHandler(page);
  const served = await serveLoopback(port, (incoming, outgoing) => {
    const isForm = incoming.method === 'POST';
    if (!onlyOwnUser || !isForm || !isForeignUser(incoming.socket)) void handle(incoming, outgoing);
    else outgoing.writeHead(403, { connection: 'close' }).end(FOREIGN_USER);
  });
  // The page alone does not keep the process alive.
  served.server.unref();
  // A passkey belongs to a name; an address of numbers cannot have one.
  const name = passkeys === undefined ? '127.0.0.1' : 'localhost';
  url = `http://${name}:${served.port}${path}`;
  return { url, close: served.close };
}
