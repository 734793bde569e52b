/**
 * Issues certificates by the vault's CA (the server's leaf, the desktop's, clients') and records issued and revoked
 * ones. A replaced CA stays trusted until no certificate needs it. Until then the server keeps its leaf under the old
 * CA, or presents the cross-signed chain to the newer one.
 * Source: choices, "Transport and client certificates".
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { VaultError } from '#contract/errors/vault-error.ts';
import { CERTIFICATE_CA_YEARS, CERTIFICATE_LEAF_YEARS, CERTIFICATE_RENEWAL_DAYS } from '#contract/limits.ts';
import { certificateFingerprint, isIssuedBy } from '#server/identity/actor/parse-certificate.ts';
import { certificatesOfSupersededCas } from '#server/identity/actor/superseded-ca.ts';
import type {
  ClientRequest,
  IssuedClient,
  NextCa,
  PkiPort,
} from '#server/identity/core/certificate-issuing-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { AuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import type { CertificateRow, CertificatesStore } from '#server/storage/http/certificates-store.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import { addYears, issueLeaf, type KeyAndCertificate } from './certificate-authority.ts';
import { createIssueInstants } from './certificate-validity.ts';
import { clientCn } from './client-common-name.ts';
import { createIssuedCertificates, type IssuedCertificateIndex } from './issued-certificates.ts';
import { expiryOf, fingerprintOf, inOnePem, namesIn, temporaryLeaf } from './leaf-certificates.ts';
import type { LeafName, PkiFiles } from './pki-files.ts';
import { createAuthorities } from './trusted-authorities.ts';

export const DESKTOP_CN = 'desktop';
const SERVER_CN = 'Sealed Records Vault';
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1'];
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_DAYS = 366;

export interface PkiDependencies {
  readonly files: PkiFiles;
  readonly store: CertificatesStore & AuthoritiesStore;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  /** Newest instant the vault recorded before this start; undefined in a new vault. */
  readonly lastKnownMs?: number | undefined;
  /** Host names for the server's certificate beside the loopback ones; undefined keeps the present ones. */
  readonly hosts: readonly string[] | undefined;
  /** Decides whether the CA on disk is kept or a fresh one made. */
  readonly isInitialized: boolean;
  /** True with several servers: they have separate folders and find the CA in the database. */
  readonly isOneOfSeveral?: boolean;
  /** True for a server joining a vault: its folder may lack certificates until an administrator unlocks. */
  readonly joins?: boolean;
}

export interface ServerTls {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

/** Described at the port. */
type OfPort =
  | 'caPem'
  | 'caEndsAtMs'
  | 'caKeyPem'
  | 'forgetCaKey'
  | 'renewIfDue'
  | `${'set' | 'follow'}AnnouncedCas`
  | 'hasUnannouncedCa';

export interface Pki extends Omit<IssuedCertificateIndex, 'add' | 'revoke'>, Pick<PkiPort, OfPort> {
  /** Trusted CAs, newest first. */
  readonly authorities: () => readonly X509Certificate[];
  /** True for a CA that is not valid yet, or valid for longer than any is made for. */
  readonly isCaOfAnotherClock: () => boolean;
  readonly isClockDoubtful: () => boolean;
  /** Generates the next CA. @throws permission_denied while no unlocked principal may issue. */
  readonly prepareNextCa: () => Promise<NextCa>;
  readonly serverTls: () => ServerTls;
  readonly desktop: () => KeyAndCertificate & { readonly cn: string; readonly fingerprint: string };
  /** Loads a CA key. `sha256`: the expected CA. @throws protocol_error when it is another CA's key. */
  readonly adoptCaKey: (pem: string, sha256?: string) => void;
  /** `expires_at` null: two years. @throws permission_denied while no unlocked principal may issue. */
  readonly issueClient: (client: ClientRequest) => Promise<IssuedClient>;
  /** Stores a revocation, inside the transaction that causes it. */
  readonly storeRevoked: (fingerprint: string) => void;
  /** Refuses the certificate at once, on open connections too. */
  readonly refuse: (fingerprint: string) => void;
  readonly revoke: (fingerprint: string) => void;
  /** Reads certificates that another server issued, revoked or replaced. @returns true when the issuing CA changed */
  readonly follow: () => boolean;
  /**
   * Renews these leaves now, whatever their expiry. @throws permission_denied while no unlocked principal may issue.
   */
  readonly renewLeaves: (kinds: readonly LeafName[]) => Promise<void>;
  /** Expiry of the CA and of the two leaves. */
  readonly ends: () => Readonly<Record<'ca' | LeafName, Date>>;
  /** True for the certificate the desktop presents now, not for an older one of it. */
  readonly isCurrentDesktop: (fingerprint: string) => boolean;
  /** `listener` is called with a renewed desktop certificate, before it is used. */
  readonly onDesktopRenewed: (listener: (row: CertificateRow) => void) => void;
  /** Calls the listener with a new server leaf. */
  readonly onServerTlsChanged: (listener: (tls: ServerTls) => void) => void;
  /** Configured host names that the server's leaf lacks. */
  readonly missingHosts: () => readonly string[];
}

export async function createPki(deps: PkiDependencies): Promise<Pki> {
  const { files, store, commits, clock } = deps;
  const hosts = [...new Set([...LOOPBACK_HOSTS, ...(deps.hosts ?? namesIn(files.readLeaf('server')))])];
  const renewalListeners: ((row: CertificateRow) => void)[] = [];
  const listeners: ((tls: ServerTls) => void)[] = [];
  if (!deps.isInitialized) commits.writeNow(() => store.deleteAllCertificates());
  const instants = createIssueInstants(clock, deps.lastKnownMs);
  const authorities = await createAuthorities({ ...deps, instants });
  authorities.onChange(tellServerTls);
  const issued = createIssuedCertificates(store.listCertificates());
  let knownMark: string | undefined;
  let server = deps.isInitialized ? await leafOf('server') : await issueServer();
  let desktop = deps.isInitialized ? await leafOf('desktop') : await issueDesktop();

  async function leafOf(name: LeafName): Promise<KeyAndCertificate> {
    const leaf = files.readLeaf(name);
    if (leaf) return leaf;
    // A temporary leaf, never written to disk, until an administrator's unlock issues a real one.
    if (deps.joins === true) return temporaryLeaf(clock.nowMs());
    throw new VaultError(
      'protocol_error',
      `pki/${name}.crt or .key is missing. Restore it from a backup. To serve a vault in a database from a new folder, run «srvault join».`,
    );
  }

  /** Issues the server's leaf. @param rolloverPem cross-signed chain to send with the leaf. */
  async function issueServer(rolloverPem = authorities.rolloverPem()): Promise<KeyAndCertificate> {
    const expiresAtMs = instants.serverLeafEndsMs(addYears(clock.nowMs(), CERTIFICATE_LEAF_YEARS).getTime());
    const notBeforeMs = instants.leafNotBeforeMs();
    const wanted = { cn: SERVER_CN, purpose: 'server', hosts, notBeforeMs, expiresAtMs } as const;
    const { certificatePem, privateKeyPem } = await issueLeaf(authorities.issuing(), wanted);
    const leaf = { certificatePem: inOnePem(certificatePem, rolloverPem), privateKeyPem };
    files.writeLeaf('server', leaf, authorities.bundlePem());
    return leaf;
  }

  /**
   * Written to the folder only once its announcement is durable: the folder must never have a certificate that the
   * gate refuses.
   */
  async function issueDesktop(): Promise<KeyAndCertificate> {
    const expiresAtMs = addYears(clock.nowMs(), CERTIFICATE_LEAF_YEARS).getTime();
    const leaf = await issueRecorded(DESKTOP_CN, 'desktop', expiresAtMs);
    const row = issued.listIssued().find(({ fingerprint }) => fingerprint === fingerprintOf(leaf));
    if (row !== undefined) for (const listener of renewalListeners) listener(row);
    files.writeLeaf('desktop', leaf, authorities.bundlePem());
    return leaf;
  }

  /** Records a certificate before handing it out, because the gate refuses unlisted certificates. */
  async function issueRecorded(
    cn: string,
    kind: CertificateRow['kind'],
    expiresAtMs: number,
  ): Promise<KeyAndCertificate> {
    const ca_sha256 = certificateFingerprint(authorities.newest().raw);
    const notBeforeMs = instants.leafNotBeforeMs();
    const wanted = { cn, purpose: 'client', notBeforeMs, expiresAtMs } as const;
    const leaf = await issueLeaf(authorities.issuing(), wanted);
    const row: CertificateRow = {
      fingerprint: fingerprintOf(leaf),
      client_cn: cn,
      kind,
      issued_at: nowInstant(clock),
      expires_at: expiryOf(leaf).toISOString(),
      revoked_at: null,
      ca_sha256,
    };
    await commits.write(() => store.insertCertificate(row));
    issued.add(row);
    return leaf;
  }

  async function issueClient(client: ClientRequest): Promise<IssuedClient> {
    const latest = addYears(clock.nowMs(), CERTIFICATE_LEAF_YEARS).getTime();
    const wanted = client.expires_at === null ? latest : Date.parse(client.expires_at);
    const cn = client.client_cn ?? clientCn(client.name);
    const leaf = await issueRecorded(cn, 'client', Math.min(latest, wanted));
    return {
      client_cn: cn,
      certificate_pem: leaf.certificatePem,
      private_key_pem: leaf.privateKeyPem,
      fingerprint: fingerprintOf(leaf),
      expires_at: expiryOf(leaf).toISOString(),
    };
  }

  function missingHosts(): readonly string[] {
    const certificate = new X509Certificate(server.certificatePem);
    return hosts.filter((host) => !(isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)));
  }

  function isDue(leaf: KeyAndCertificate): boolean {
    const endsSoon = expiryOf(leaf).getTime() - clock.nowMs() < CERTIFICATE_RENEWAL_DAYS * DAY_MS;
    return endsSoon || isOfAnotherClock(new X509Certificate(leaf.certificatePem), CERTIFICATE_LEAF_YEARS);
  }

  function isOfAnotherClock({ validFromDate, validToDate }: X509Certificate, years: number): boolean {
    const validity = { fromMs: validFromDate.getTime(), toMs: validToDate.getTime() };
    return instants.isOfAnotherClock(validity, years * YEAR_DAYS);
  }

  async function renewIfDue(): Promise<void> {
    if (authorities.keyPem() === undefined) return;
    const due: LeafName[] = isDue(desktop) || !isOfNewest(desktop) ? ['desktop'] : [];
    if (isDue(server) || missingHosts().length > 0) due.push('server');
    await renewLeaves(due);
    // Skipped while the clock is doubtful: it decides which certificates still need an older CA.
    if (authorities.trusted().length > 1 && !instants.isClockDoubtful() && !isOlderNeeded())
      await dropOlder();
  }

  /** Replaces the server's leaf first: a crash in between leaves both CAs trusted. */
  async function dropOlder(): Promise<void> {
    server = await issueServer('');
    authorities.dropOlder();
  }

  function isOfNewest(leaf: KeyAndCertificate): boolean {
    return isIssuedBy(new X509Certificate(leaf.certificatePem), authorities.newest());
  }

  function isOlderNeeded(): boolean {
    const newest = certificateFingerprint(authorities.newest().raw);
    return certificatesOfSupersededCas(store.listCertificates(), newest, clock.nowMs()).length > 0;
  }

  async function renewLeaves(kinds: readonly LeafName[]): Promise<void> {
    if (kinds.includes('desktop')) desktop = await issueDesktop();
    if (!kinds.includes('server')) return;
    server = await issueServer();
    tellServerTls();
  }

  function tellServerTls(): void {
    for (const listener of listeners) listener(serverTls());
  }

  function serverTls(): ServerTls {
    return { key: server.privateKeyPem, cert: server.certificatePem, ca: authorities.clientCaPem() };
  }

  /** Reads foreign changes. A revoked certificate stays revoked, whatever its row says later. */
  function follow(): boolean {
    const mark = store.certificatesMark();
    if (mark === knownMark) return false;
    for (const row of store.listCertificates()) issued.add(row);
    const isReplaced = authorities.follow();
    knownMark = mark;
    return isReplaced;
  }

  function storeRevoked(fingerprint: string): void {
    store.markRevoked(fingerprint, nowInstant(clock));
  }

  const { add: _, ...index } = issued;
  return {
    ...index,
    setAnnouncedCas: authorities.setAnnounced,
    followAnnouncedCas: authorities.follow,
    hasUnannouncedCa: authorities.hasUnannounced,
    onDesktopRenewed: (listener) => void renewalListeners.push(listener),
    caPem: authorities.bundlePem,
    authorities: authorities.trusted,
    isCaOfAnotherClock: () => isOfAnotherClock(authorities.newest(), CERTIFICATE_CA_YEARS),
    isClockDoubtful: instants.isClockDoubtful,
    caEndsAtMs: () => Date.parse(authorities.newest().validTo),
    prepareNextCa: authorities.prepareNext,
    serverTls,
    desktop: () => ({ ...desktop, cn: DESKTOP_CN, fingerprint: fingerprintOf(desktop) }),
    caKeyPem: authorities.keyPem,
    adoptCaKey: authorities.adoptKey,
    forgetCaKey: authorities.forgetKey,
    issueClient,
    storeRevoked,
    refuse: issued.revoke,
    revoke(fingerprint) {
      issued.revoke(fingerprint);
      commits.writeNow(() => storeRevoked(fingerprint));
    },
    renewIfDue,
    follow,
    renewLeaves,
    ends: () => ({
      ca: new Date(authorities.newest().validTo),
      server: expiryOf(server),
      desktop: expiryOf(desktop),
    }),
    isCurrentDesktop: (fingerprint) => fingerprint === fingerprintOf(desktop),
    onServerTlsChanged: (listener) => void listeners.push(listener),
    missingHosts,
  };
}
