/**
 * The vault's CAs: the issuing one and older ones that are still trusted. Its private key is in memory only before
 * initialisation and while an administrator is unlocked. A new CA is stored in the transaction that seals its key;
 * `pki/ca.crt` follows, after a crash at the next unlock. Rows are plaintext: a CA that neither this folder knew nor the
 * signed list announces issues nothing and is handed to nobody. Until an unlock verifies the list, certificates of such
 * a CA may shake hands, because another server may have replaced the CA; the list decides about them at the gate.
 * Source: choices, "Transport and client certificates".
 */
import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  certificateFingerprint,
  isIssuedBy,
  parseCertificates,
} from '#server/identity/actor/parse-certificate.ts';
import type { NextCa } from '#server/identity/core/certificate-issuing-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { AuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import type { Clock } from '#server/system/clock.ts';
import { commonNameOf, newCaName } from './ca-name.ts';
import { certifyNext, generateCa, type KeyAndCertificate } from './certificate-authority.ts';
import type { IssueInstants } from './certificate-validity.ts';
import type { PkiFiles } from './pki-files.ts';

export interface AuthoritiesDeps {
  readonly files: Pick<PkiFiles, 'hasCa' | 'readCaPem' | 'writeCaPem'>;
  readonly store: AuthoritiesStore;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly instants: Pick<IssueInstants, 'caNotBeforeMs'>;
  /** True: keep the CA on disk. False: make a fresh one. */
  readonly isInitialized: boolean;
  /** True with several servers: they have separate folders and find the CA in the database. */
  readonly isOneOfSeveral?: boolean;
}

export interface Authorities {
  /** PEM of every trusted CA, newest first. */
  readonly bundlePem: () => string;
  /** PEM of every CA whose client certificates may shake hands: the trusted ones, and those not announced yet. */
  readonly clientCaPem: () => string;
  /** True when the rows hold a CA that is not trusted. */
  readonly hasUnannounced: () => boolean;
  /** Sets the source of announced CAs: SHA-256 fingerprints out of the verified membership list. */
  readonly setAnnounced: (announced: () => ReadonlySet<string>) => void;
  /** Trusted CAs, newest first. */
  readonly trusted: () => readonly X509Certificate[];
  /** Returns the issuing CA. */
  readonly newest: () => X509Certificate;
  /** The issuing CA's key as PEM; undefined unless in memory. */
  readonly keyPem: () => string | undefined;
  /**
   * Loads a CA key; its CA becomes the issuing one. `sha256`: fingerprint of the expected CA.
   * @throws protocol_error when the key belongs to no trusted CA, or to another one.
   */
  readonly adoptKey: (pem: string, sha256?: string) => void;
  readonly forgetKey: () => void;
  /** The issuing CA with its key. @throws permission_denied while the key is not in memory. */
  readonly issuing: () => KeyAndCertificate;
  /** The cross-signed chain a server sends with its leaf, so that clients trusting an older CA accept the newest. */
  readonly rolloverPem: () => string;
  /** Generates the next CA. @throws permission_denied while the present CA's key is not in memory. */
  readonly prepareNext: () => Promise<NextCa>;
  /** Trusts only the newest CA from now on. */
  readonly dropOlder: () => void;
  /** Reads CAs that another server replaced. @returns true when the issuing CA changed */
  readonly follow: () => boolean;
  readonly onChange: (listener: () => void) => void;
}

interface Authority {
  readonly certificate: X509Certificate;
  readonly rolloverPem: string | null;
}

export async function createAuthorities(deps: AuthoritiesDeps): Promise<Authorities> {
  const { files, store, commits, clock, instants } = deps;
  const listeners: (() => void)[] = [];
  let key: string | undefined;
  let authorities: readonly [Authority, ...Authority[]];
  let unannounced: readonly Authority[] = [];
  let announced: () => ReadonlySet<string> = () => new Set();
  /** Fingerprints of CAs of this folder. */
  const known = new Set<string>();
  if (deps.isInitialized) {
    for (const certificate of files.hasCa() ? certificatesIn(files.readCaPem()) : [])
      known.add(certificateFingerprint(certificate.raw));
    authorities = readAuthorities(store, files.readCaPem, isOwn);
    unannounced = authoritiesIn(store).filter((each) => !isOwn(each));
  } else {
    commits.writeNow(store.deleteAllAuthorities);
    const ca = await generateCa(newCaName(), clock.nowMs(), instants.caNotBeforeMs());
    key = ca.privateKeyPem;
    authorities = [authorityOf(ca.certificatePem)];
  }
  // What a folder began with is its own; from now on rows alone add none.
  for (const each of authorities) known.add(fingerprintOf(each));
  writeBundleUnlessThere();
  if (deps.isOneOfSeveral === true) storeUnlessThere();

  /** Everything is, where the folder knows no CA yet, as that of a server that joins. */
  function isOwn(authority: Authority): boolean {
    const sha256 = fingerprintOf(authority);
    return known.size === 0 || known.has(sha256) || announced().has(sha256);
  }

  function storeUnlessThere(): void {
    if (store.listAuthorities().length > 0) return;
    commits.writeNow(() => storeFirstAuthority(store, bundlePem()));
  }

  function bundlePem(): string {
    return authorities.map(({ certificate }) => certificate.toString()).join('');
  }

  function writeBundleUnlessThere(): void {
    if (deps.isInitialized && files.hasCa() && files.readCaPem() === bundlePem()) return;
    files.writeCaPem(bundlePem());
  }

  function setAuthorities(next: readonly [Authority, ...Authority[]]): void {
    authorities = next;
    files.writeCaPem(bundlePem());
    for (const listener of listeners) listener();
  }

  function adoptKey(pem: string, sha256?: string): void {
    const privateKey = createPrivateKey(pem);
    const owner = authorities.find(({ certificate }) => certificate.checkPrivateKey(privateKey));
    const isWanted = sha256 === undefined || (owner !== undefined && fingerprintOf(owner) === sha256);
    if (owner === undefined || !isWanted)
      throw new VaultError(
        'protocol_error',
        'The sealed CA key does not belong to pki/ca.crt. Restore pki/ from a backup.',
      );
    // A backup taken during a CA replacement may name the next CA without its key.
    if (owner !== authorities[0]) setAuthorities([owner, ...authorities.filter((each) => each !== owner)]);
    key = pem;
  }

  function issuing(): KeyAndCertificate {
    if (key !== undefined)
      return { certificatePem: authorities[0].certificate.toString(), privateKeyPem: key };
    throw new VaultError(
      'permission_denied',
      'Certificates can be issued only while an administrator is unlocked.',
    );
  }

  async function prepareNext(): Promise<NextCa> {
    const present = issuing();
    const before = authorities[0].certificate.validFromDate.getTime();
    // A successor keeps the CA's name.
    const name = commonNameOf(authorities[0].certificate);
    const ca = await generateCa(name, clock.nowMs(), instants.caNotBeforeMs(before));
    const next = authorityOf(ca.certificatePem, await certifyNext(present, ca));
    const successors = [next, ...authorities] as const;
    const sha256 = fingerprintOf(next);
    return {
      fingerprint: sha256,
      keyPem: ca.privateKeyPem,
      store() {
        store.deleteAllAuthorities();
        for (const authority of successors.toReversed()) store.insertAuthority(rowOf(authority));
      },
      activate() {
        key = ca.privateKeyPem;
        known.add(sha256);
        unannounced = [];
        setAuthorities(successors);
      },
    };
  }

  function dropOlder(): void {
    const [newest] = authorities;
    commits.writeNow(() => {
      store.deleteAllAuthorities();
      store.insertAuthority(rowOf(newest));
    });
    unannounced = [];
    setAuthorities([newest]);
  }

  /** The key in memory belongs to the replaced CA, so it is dropped. */
  function follow(): boolean {
    const stored = authoritiesIn(store);
    const [newest, ...older] = stored.filter(isOwn);
    const others = stored.filter((each) => !isOwn(each));
    const isOtherwise = fingerprintsOf(others) !== fingerprintsOf(unannounced);
    unannounced = others;
    if (newest === undefined) {
      if (isOtherwise) for (const listener of listeners) listener();
      return false;
    }
    const isReplaced = fingerprintOf(newest) !== fingerprintOf(authorities[0]);
    if (!isReplaced && !isOtherwise && older.length === authorities.length - 1) return false;
    if (isReplaced) key = undefined;
    setAuthorities([newest, ...older]);
    return isReplaced;
  }

  return {
    follow,
    bundlePem,
    clientCaPem: () => bundlePem() + unannounced.map(({ certificate }) => certificate.toString()).join(''),
    hasUnannounced: () => unannounced.length > 0,
    setAnnounced(next) {
      announced = next;
    },
    trusted: () => authorities.map(({ certificate }) => certificate),
    newest: () => authorities[0].certificate,
    keyPem: () => key,
    adoptKey,
    forgetKey() {
      key = undefined;
    },
    issuing,
    rolloverPem: () =>
      authorities
        .slice(0, -1)
        .map(({ rolloverPem }) => rolloverPem ?? '')
        .join(''),
    prepareNext,
    dropOlder,
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Reads own CAs from rows, if there are any; where a row is damaged, from `pki/ca.crt`. @throws protocol_error */
function readAuthorities(
  store: AuthoritiesStore,
  readFile: () => string,
  isOwn: (authority: Authority) => boolean,
): readonly [Authority, ...Authority[]] {
  const [newest, ...older] = authoritiesIn(store).filter(isOwn);
  if (newest !== undefined) return [newest, ...older];
  const [first, ...rest] = certificatesIn(readFile()).map(
    (certificate): Authority => ({ certificate, rolloverPem: null }),
  );
  if (first !== undefined) return [first, ...rest];
  throw new VaultError('protocol_error', 'pki/ca.crt is damaged. Restore it from a backup.');
}

/** Reads the stored CAs; empty when a row is not a CA certificate. */
function authoritiesIn(store: AuthoritiesStore): Authority[] {
  const rows = store.listAuthorities();
  const certificates = certificatesIn(rows.map(({ certificate_pem }) => certificate_pem).join(''));
  if (certificates.length !== rows.length) return [];
  return certificates.map((certificate, index) => ({
    certificate,
    rolloverPem: soundRollover(rows[index]?.rollover_pem ?? null, certificates[index + 1]),
  }));
}

function soundRollover(pem: string | null, before: X509Certificate | undefined): string | null {
  if (pem === null || before === undefined) return null;
  return certificatesIn(pem).every((certificate) => isIssuedBy(certificate, before)) ? pem : null;
}

/** Parses certificates from PEM; empty when one of them is damaged. */
function certificatesIn(pem: string): X509Certificate[] {
  try {
    const certificates = parseCertificates(pem);
    return certificates.every((certificate) => certificate.ca) ? certificates : [];
  } catch {
    return [];
  }
}

/**
 * Stores the first CA as a row: until a CA is replaced it is only in the folder, and other servers have folders of
 * their own.
 */
export function storeFirstAuthority(store: AuthoritiesStore, pem: string): void {
  store.insertAuthority(rowOf(authorityOf(pem)));
}

function authorityOf(pem: string, rolloverPem: string | null = null): Authority {
  const [certificate] = parseCertificates(pem);
  if (certificate === undefined) throw new TypeError('A CA is made as one certificate.');
  return { certificate, rolloverPem };
}

function fingerprintOf({ certificate }: Authority): string {
  return certificateFingerprint(certificate.raw);
}

function fingerprintsOf(authorities: readonly Authority[]): string {
  return authorities.map(fingerprintOf).join(' ');
}

function rowOf({ certificate, rolloverPem }: Authority) {
  return { certificate_pem: certificate.toString(), rollover_pem: rolloverPem };
}
