/**
 * Announces client certificates in the signed membership list, which decides at the gate. Before the first unlock the
 * same records are read unverified, and only to refuse: a deleted revocation or row admits no certificate again. Lists
 * older than these records announce none; an administrator's first unlock adds them.
 * Source: choices, "Transport and client certificates".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import type { RecordedCertificate } from '#crypto/membership/membership.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';
import { listedCn } from '#server/identity/enrollment/client-common-name.ts';

/** Announces every valid certificate of the rows, when the list announces none yet. */
export function announceCertificates(core: AccessCore, principal: UnlockedPrincipal): void {
  const { credentials } = core.stores;
  const { principals, certificates } = core.ledger.state();
  if (certificates.size > 0) return;
  core.ledger.change(principal.secrets, (append) => {
    for (const { fingerprint, client_cn, kind, revoked_at } of core.pki.listIssued()) {
      if (revoked_at !== null) continue;
      const certificate: RecordedCertificate = { fingerprint, client_cn: listedCn(client_cn), kind };
      const holder =
        kind === 'desktop'
          ? principal.principal_id
          : credentials.findByFingerprint(fingerprint)?.principal_id;
      const known = holder === undefined ? undefined : principals.get(holder);
      if (holder === undefined || known === undefined || known.disabled) continue;
      const { kind: principalKind, is_admin } = known;
      append({
        action: 'issue_certificate',
        principal_id: holder,
        kind: principalKind,
        is_admin,
        certificate,
      });
    }
  });
}

/**
 * Announces a renewed desktop certificate before it is used, signed by any unlocked principal with that right.
 * @throws permission_denied when the last of them has just locked: an unannounced certificate would be refused
 */
export function announceDesktop(core: AccessCore, certificate: RecordedCertificate): void {
  const announcer = core.unlocked.list().find((principal) => mayAnnounce(core, principal));
  if (core.ledger.findState()?.certificates.size === 0) return;
  if (announcer === undefined) throw nobodyMayIssue();
  const { secrets, principal_id, kind, is_admin } = announcer;
  core.ledger.change(secrets, (append) =>
    append({ action: 'issue_certificate', principal_id, kind, is_admin, certificate }),
  );
}

/**
 * Announces the new certificate of a credential, in the transaction of `alsoWrite`. The credential signs where it may,
 * else any unlocked principal with that right: the renewal grants nothing new.
 * @throws permission_denied while no such principal is unlocked
 */
export function announceRenewal(
  core: AccessCore,
  principalId: PrincipalId,
  certificate: RecordedCertificate,
  alsoWrite: () => void,
): void {
  const present = core.unlocked.list().filter((principal) => mayAnnounce(core, principal));
  const announcer = present.find(({ principal_id }) => principal_id === principalId) ?? present[0];
  const { principals, certificates } = core.ledger.state();
  const holder = principals.get(principalId);
  if (announcer === undefined || holder === undefined) throw nobodyMayIssue();
  const { kind, is_admin } = holder;
  core.ledger.change(announcer.secrets, (append) => {
    // While a list announces no certificate, rows decide; a first announcement would refuse all other certificates.
    if (certificates.size > 0)
      append({ action: 'issue_certificate', principal_id: principalId, kind, is_admin, certificate });
    alsoWrite();
  });
}

function nobodyMayIssue(): VaultError {
  return new VaultError(
    'permission_denied',
    'Certificates can be issued only while an administrator, or an owner of a security group, is unlocked.',
  );
}

function mayAnnounce({ ledger }: AccessCore, { principal_id, is_admin }: UnlockedPrincipal): boolean {
  const groups = [...ledger.state().groups.values()];
  return is_admin || groups.some(({ members }) => members.get(principal_id) === 'owner');
}
