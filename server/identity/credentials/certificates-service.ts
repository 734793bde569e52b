/**
 * Lists certificates with their expiry, and renews the vault's own when an administrator asks. The PKI also renews them
 * automatically at an unlock.
 * Source: choices, "Transport and client certificates".
 */
import {
  type Certificate,
  type Certificates,
  type CertificatesRenewBody,
  RENEWABLE,
  type Renewable,
} from '#contract/access/certificates.ts';
import type { CredentialId } from '#contract/ids.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { IssuedRow } from '#server/identity/core/certificate-issuing-port.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { CredentialRow } from '#server/storage/access/credential-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface CertificatesService {
  /**
   * The vault's certificates, the caller's, and the newest of each credential the caller may see; without revoked ones.
   */
  readonly list: (actor: Actor, peer: Peer) => Certificates;
  /** Renews the vault's own certificates. @throws permission_denied */
  readonly renew: (actor: Actor, peer: Peer, body: CertificatesRenewBody) => Promise<Certificates>;
}

export interface CertificatesServiceDeps {
  readonly core: AccessCore;
  readonly ends: () => Readonly<Record<'ca' | Renewable, Date>>;
  readonly renewLeaves: (kinds: readonly Renewable[]) => Promise<void>;
  readonly credentialsSeenBy: (actor: Actor) => readonly CredentialRow[];
}

export function createCertificatesService(deps: CertificatesServiceDeps): CertificatesService {
  const { core, ends, renewLeaves, credentialsSeenBy } = deps;

  function timeLeft(expires_at: string): Pick<Certificate, 'expires_at' | 'days_left'> {
    return {
      expires_at,
      days_left: Math.floor((Date.parse(expires_at) - core.clock.nowMs()) / DAY_MS),
    };
  }

  function list(actor: Actor, peer: Peer): Certificates {
    const issued = new Map(core.pki.listIssued().map((row) => [row.fingerprint, row]));
    const credentials = new Map(
      credentialsSeenBy(actor).flatMap(({ fingerprint, credential_id, revoked_at }) =>
        revoked_at === null ? [[fingerprint, credential_id] as const] : [],
      ),
    );
    const own = core.stores.credentials.findByPrincipal(actor.principal_id);
    if (own !== undefined) credentials.set(own.fingerprint, own.credential_id);
    const seen = [...new Set([...credentials.keys(), ...(peer.isDesktop ? [] : [peer.fingerprint])])];
    const { ca, server, desktop } = ends();
    const nobody = { client_cn: null, credential_id: null };
    return {
      items: [
        { kind: 'ca', ...nobody, ...timeLeft(ca.toISOString()), is_yours: false },
        { kind: 'server', ...nobody, ...timeLeft(server.toISOString()), is_yours: false },
        { kind: 'desktop', ...nobody, ...timeLeft(desktop.toISOString()), is_yours: peer.isDesktop },
        ...seen.flatMap((fingerprint) => clientOf(issued.get(fingerprint), credentials, peer)),
      ],
    };
  }

  function clientOf(
    row: IssuedRow | undefined,
    credentials: ReadonlyMap<string, CredentialId>,
    peer: Peer,
  ): Certificate[] {
    if (row === undefined || row.revoked_at !== null) return [];
    const { fingerprint, client_cn, expires_at } = row;
    return [
      {
        kind: 'client',
        client_cn,
        credential_id: credentials.get(fingerprint) ?? null,
        ...timeLeft(expires_at),
        is_yours: fingerprint === peer.fingerprint,
      },
    ];
  }

  return {
    list,
    async renew(actor, peer, body) {
      requireAdmin(actor);
      await renewLeaves(body.kinds ?? RENEWABLE);
      return list(actor, peer);
    },
  };
}
