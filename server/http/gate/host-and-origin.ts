/**
 * Refuses requests from other web sites (CSRF, DNS rebinding): a browser tricked into calling this port sends a
 * foreign `Host` or `Origin`. A request that names its host twice (two `Host` headers, a full URL as target) is
 * refused, because a proxy may have used the other one. Source: choices, "Transport and client certificates".
 */
import type { IncomingMessage } from 'node:http';
import { VaultError } from '#contract/errors/vault-error.ts';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const HTTPS_PORT = 443;

/** `extraNames` are the `--host` names; `port` is read per request, because port 0 is assigned late. */
export function createHostGate(
  extraNames: readonly string[],
  port: () => number,
): (request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>) => void {
  const names = new Set([...LOOPBACK_NAMES, ...extraNames.map(hostForm)]);
  let allowed: ReadonlySet<string> | undefined;

  function allowedHosts(): ReadonlySet<string> {
    allowed ??= new Set(
      [...names].flatMap((name) => [`${name}:${port()}`, ...(port() === HTTPS_PORT ? [name] : [])]),
    );
    return allowed;
  }

  return function checkHostAndOrigin({ headers, rawHeaders, url }) {
    if (url?.startsWith('/') !== true)
      throw new VaultError('malformed_request', 'The target of a request must be a path.');
    if (hostCount(rawHeaders) > 1)
      throw new VaultError('malformed_request', 'The request has more than one Host header. Send one.');
    const host = headers.host?.toLowerCase();
    if (host === undefined || !allowedHosts().has(host)) {
      throw new VaultError(
        'host_not_allowed',
        'The Host header must be a name of this vault, with its port.',
      );
    }
    const { origin } = headers;
    if (origin !== undefined && origin.toLowerCase() !== `https://${host}`) {
      throw new VaultError('origin_not_allowed', 'Pages of another origin may not call this service.');
    }
  };
}

/** An IPv6 address is in brackets in `Host`. */
function hostForm(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}

/** `rawHeaders` alternates names and values. */
function hostCount(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length;
}
