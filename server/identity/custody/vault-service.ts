/**
 * Creates the vault and describes it before an unlock: whether it exists and which persons may unlock. Creation is one
 * transaction: founder, trust root, first membership records, first group with its first key.
 * Source: choices, "Sessions and principals"; sealing design B3.
 */

import type { VaultCreated, VaultInitBody, VaultState } from '#contract/access/vault.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { encodePublicKeys, type RecordedCertificate } from '#crypto/membership/membership.ts';
import { nameCommitment } from '#crypto/membership/name-commitment.ts';
import { generatePrincipal, wipePrincipal } from '#crypto/principals/principal-keys.ts';
import { wrapWithPassphrase, wrapWithSecret } from '#crypto/principals/principal-wraps.ts';
import { generateRecoveryKey } from '#crypto/principals/recovery-key.ts';
import {
  announceCertificates,
  announceDesktop,
} from '#server/identity/core/certificates/announce-certificates.ts';
import { FOUNDING_SETTINGS } from '#server/identity/core/default-settings.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import {
  cleanName,
  insertPrincipal,
  listPersons,
  newNameSalt,
} from '#server/identity/core/membership/principal-rows.ts';
import { assertStrongPassphrase } from '#server/identity/passphrase/passphrase-policy.ts';
import type { WorkspaceRow } from '#server/storage/access/workspace-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { createCaCustody } from './ca-custody.ts';
import { createCaReplacement } from './ca-replacement.ts';
import { readFounderKey } from './founder-key.ts';

export interface VaultService {
  readonly state: () => VaultState;
  /** Creates the vault. @throws already_initialized, invalid_request (names, passphrase) */
  readonly init: (body: VaultInitBody) => Promise<VaultCreated>;
  /** Returns the id of the vault; undefined until initialised. */
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly name: () => string | undefined;
  /** Replaces the CA if a former administrator knows its key, and renews expiring certificates of the vault. */
  readonly renewCertificatesIfDue: () => Promise<void>;
  /** Call when another server of the vault has replaced the CA. */
  readonly onCaReplaced: () => void;
  /** Resolves when no renewal is running. */
  readonly whenIdle: () => Promise<void>;
}

/** Creates the service. @param onFailure called for renewals that no request waits for. */
export function createVaultService(
  core: AccessCore,
  onFailure: (error: unknown) => void = () => undefined,
): VaultService {
  const { workspace, principals, membership, samples } = core.stores;
  const custody = createCaCustody(core);
  const ca = createCaReplacement(core, custody, onFailure);
  core.unlocked.onOpened((principal) => {
    if (principal.is_admin && !core.isCopy) announceCertificates(core, principal);
  });
  core.pki.onDesktopRenewed((certificate) => announceDesktop(core, certificate));

  /** Cached, because every request asks for it and the row never changes. */
  let known: WorkspaceRow | undefined;
  function find(): WorkspaceRow | undefined {
    known ??= workspace.findWorkspace();
    return known;
  }

  /** Cached as well: the first membership record never changes. */
  let knownFounder: string | undefined;
  function founderKey(): string | null {
    knownFounder ??= readFounderKey(core) ?? undefined;
    return knownFounder ?? null;
  }

  function assertUninitialized(): void {
    if (workspace.findWorkspace() !== undefined)
      throw new VaultError('already_initialized', 'This vault is already initialised. Nothing was changed.');
  }

  async function init(body: VaultInitBody): Promise<VaultCreated> {
    assertUninitialized();
    const name = cleanName(body.name, 'name');
    const display_name = cleanName(body.owner.display_name, 'owner.display_name');
    await assertStrongPassphrase('founder', body.passphrase, [name, display_name]);
    const ids = { workspace_id: core.newId<WorkspaceId>(), principal_id: core.newId<PrincipalId>() };
    const founder = generatePrincipal({ ...ids, trustRoot: null });
    const { secrets } = founder;
    const recovery = generateRecoveryKey();
    const groupKey = generateGroupKey();
    try {
      const wraps = [
        await wrapWithPassphrase(secrets.principalKey, body.passphrase, ids),
        wrapWithSecret('recovery', secrets.principalKey, recovery.secret, ids),
      ];
      const security_group_id = core.newId<SecurityGroupId>();
      const created_at = nowInstant(core.clock);
      const salts = { founder: newNameSalt(), group: newNameSalt() };
      const self = { principal_id: ids.principal_id, kind: 'person', is_admin: true } as const;
      core.ledger.change(secrets, (append) => {
        assertUninitialized();
        workspace.insertWorkspace({ workspace_id: ids.workspace_id, name, created_at });
        workspace.updateSettings(FOUNDING_SETTINGS);
        insertPrincipal(
          principals,
          founder,
          { kind: 'person', display_name, name_salt: salts.founder, created_at, invite_expires_at: null },
          wraps,
        );
        append({
          ...self,
          action: 'found',
          public_keys: encodePublicKeys(founder.publicKeys),
          display_name_sha256: nameCommitment(display_name, salts.founder),
          certificate: desktopCertificate(core),
        });
        membership.insertGroup({ security_group_id, name, created_at, name_salt: salts.group });
        append({
          ...self,
          action: 'create_group',
          security_group_id,
          generation: 1,
          role: 'owner',
          display_name_sha256: nameCommitment(name, salts.group),
          grants: new Map([[ids.principal_id, groupKey]]),
        });
      });
      core.pki.forgetCaKey();
      return { workspace_id: ids.workspace_id, security_group_id, recovery_key: recovery.text };
    } finally {
      wipePrincipal(secrets);
      wipe(groupKey, recovery.secret);
    }
  }

  return {
    init,
    state() {
      const row = workspace.findWorkspace();
      return {
        state: row ? 'ready' : 'uninitialized',
        workspace_id: row?.workspace_id ?? null,
        name: row?.name ?? null,
        founder_key: row ? founderKey() : null,
        persons: listPersons(principals).map(({ principal_id }) => ({
          principal_id,
          display_name: core.displayNameOf(principal_id),
        })),
        ...(core.isCopy ? { travelling: true } : {}),
        ...(samples.hasAny() ? { sample: true } : {}),
      };
    },
    workspaceId: () => find()?.workspace_id,
    name: () => find()?.name,
    renewCertificatesIfDue: ca.renewIfDue,
    onCaReplaced: custody.reloadCaKey,
    whenIdle: ca.whenIdle,
  };
}

function desktopCertificate({ pki }: AccessCore): RecordedCertificate {
  const { cn, fingerprint } = pki.desktop();
  return { fingerprint, client_cn: cn, kind: 'desktop' };
}
