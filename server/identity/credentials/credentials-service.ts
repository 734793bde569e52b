/**
 * SDK credentials: a principal, a client certificate and a token, issued together and shown once. The token opens its
 * own principal and the groups granted to it, nothing else.
 * Source: choices, "Sessions and principals", "Transport and client certificates".
 */

import type { CredentialRenewed } from '#contract/access/certificates.ts';
import type { Credential, CredentialCreateBody, CredentialCreated } from '#contract/access/credentials.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { CredentialId, PrincipalId } from '#contract/ids.ts';
import { parseInstant } from '#contract/instant.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { wipe } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import { assertDistinctGroups } from '#server/identity/actor/assert-distinct-groups.ts';
import type { IssuedClient } from '#server/identity/core/certificate-issuing-port.ts';
import { findCurrentKey } from '#server/identity/core/current-group-key.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { assertDistinctName } from '#server/identity/core/membership/distinct-names.ts';
import { cleanName } from '#server/identity/core/membership/principal-rows.ts';
import { pageOfList } from '#server/identity/requests/list-cursor.ts';
import type { CredentialRow } from '#server/storage/access/credential-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { type CredentialDraft, enrolCredential, tokenFor } from './enrol-credential.ts';
import { renewCredential } from './renew-credential.ts';

const SECRET_BYTES = 32;

export interface CredentialsService {
  /**
   * For owners of every group named and administrators with its key; without a group for administrators only.
   * @throws permission_denied, not_found, group_key_unavailable, invalid_request, name_taken
   */
  readonly create: (actor: Actor, body: CredentialCreateBody) => Promise<CredentialCreated>;
  /** Administrators see all; others see those they issued and those that reach a group they own. */
  readonly list: (actor: Actor, query: PageQuery) => Page<Credential>;
  /**
   * Ends certificate, token and sessions at once and rotates the groups. Calling it again repairs edited rows. @throws
   * permission_denied, not_found, has_dependents
   */
  readonly revoke: (actor: Actor, credentialId: CredentialId) => Credential;
  /**
   * Renews a credential, for itself and for actors who may revoke it. @throws permission_denied, not_found,
   * credential_rejected
   */
  readonly renew: (actor: Actor, credentialId: CredentialId) => Promise<CredentialRenewed>;
  /** The credentials that `list` shows the actor. */
  readonly seenBy: (actor: Actor) => readonly CredentialRow[];
}

export interface CredentialsServiceDeps {
  readonly core: AccessCore;
  /** `https://127.0.0.1:PORT` of the running server, for the token. */
  readonly baseUrl: () => string;
  /** Disables a principal for good. */
  readonly retire: (actor: Actor, principalId: PrincipalId) => void;
}

export function createCredentialsService({
  core,
  baseUrl,
  retire,
}: CredentialsServiceDeps): CredentialsService {
  const { ledger, pki, clock } = core;
  const { credentials } = core.stores;

  function groupsOf(principalId: PrincipalId): GroupRole[] {
    return [...ledger.state().groups].flatMap(([security_group_id, group]) => {
      const role = group.members.get(principalId);
      return role === undefined ? [] : [{ security_group_id, role }];
    });
  }

  /**
   * Takes the issuer, and that it was ended, from the signed list: the row's columns are not authenticated, and nobody
   * ends a credential that is shown as ended.
   */
  function toView({ fingerprint: _, ...row }: CredentialRow): Credential {
    const { principal_id } = row;
    const known = ledger.state().principals.get(principal_id);
    return {
      ...row,
      created_by: issuerOf(row),
      revoked_at: known?.disabled === false ? null : row.revoked_at,
      name: core.displayNameOf(principal_id),
      groups: groupsOf(principal_id),
    };
  }

  function issuerOf({
    principal_id,
    created_by,
  }: Pick<CredentialRow, 'principal_id' | 'created_by'>): PrincipalId {
    return ledger.state().principals.get(principal_id)?.enrolled_by ?? created_by;
  }

  function isVisible(actor: Actor, row: CredentialRow): boolean {
    const { principal_id } = row;
    if (actor.is_admin || issuerOf(row) === actor.principal_id) return true;
    return groupsOf(principal_id).some((group) => actor.roleIn(group.security_group_id) === 'owner');
  }

  function assertMayIssueFor(actor: Actor, groups: readonly GroupRole[]): void {
    assertDistinctGroups(groups);
    if (groups.length === 0) requireAdmin(actor);
    const keys = core.keysOf(actor);
    for (const { security_group_id } of groups) {
      if (!ledger.state().groups.has(security_group_id) && actor.is_admin)
        throw new VaultError('not_found', 'groups: one of them was not found.');
      if (!actor.is_admin && actor.roleIn(security_group_id) !== 'owner')
        throw new VaultError('permission_denied', 'This needs the role «owner» in every group named.');
      if (findCurrentKey(core, keys, security_group_id) === undefined)
        throw new VaultError(
          'group_key_unavailable',
          'You have no key of one of these groups, so you cannot grant it.',
        );
    }
  }

  function expiryOf(body: CredentialCreateBody): string | null {
    if (body.expires_at === undefined || body.expires_at === null) return null;
    const instant = parseInstant(body.expires_at);
    if (instant === undefined || Date.parse(instant) <= clock.nowMs())
      throw new VaultError(
        'invalid_request',
        'expires_at: must be in the future, as a date or RFC 3339 with offset.',
      );
    return instant;
  }

  async function create(actor: Actor, body: CredentialCreateBody): Promise<CredentialCreated> {
    const name = cleanName(body.name, 'name');
    const expires_at = expiryOf(body);
    assertMayIssueFor(actor, body.groups);
    assertDistinctName(core.stores.principals, 'sdk', name);
    const client = await pki.issueClient({ name, expires_at });
    const secret = randomBytes(SECRET_BYTES);
    try {
      return complete(actor, body.groups, client, { name, expires_at }, secret);
    } catch (error) {
      // Revoke it: a certificate without its principal would still pass the gate.
      pki.revoke(client.fingerprint);
      throw error;
    } finally {
      wipe(secret);
    }
  }

  function complete(
    actor: Actor,
    groups: readonly GroupRole[],
    client: IssuedClient,
    { name, expires_at }: Pick<CredentialRow, 'name' | 'expires_at'>,
    secret: Uint8Array,
  ): CredentialCreated {
    // Check again: rights, keys or the name may have changed while the certificate was made.
    assertMayIssueFor(actor, groups);
    assertDistinctName(core.stores.principals, 'sdk', name);
    const draft: CredentialDraft = {
      credential_id: core.newId(),
      name,
      client_cn: client.client_cn,
      fingerprint: client.fingerprint,
      created_at: nowInstant(clock),
      created_by: actor.principal_id,
      expires_at,
      revoked_at: null,
    };
    const principal_id = enrolCredential(core, actor, groups, draft, secret);
    return {
      credential_id: draft.credential_id,
      principal_id,
      client_cn: client.client_cn,
      certificate_pem: client.certificate_pem,
      private_key_pem: client.private_key_pem,
      ca_pem: pki.caPem(),
      token: tokenFor(core, { principal_id, groups, draft, base_url: baseUrl() }, secret),
    };
  }

  const seenBy = (actor: Actor) => credentials.list().filter((row) => isVisible(actor, row));

  function find(credentialId: CredentialId, isSeen: (row: CredentialRow) => boolean): CredentialRow {
    // Reads every row, so that an unknown id takes as long as another owner's.
    const row = credentials.list().find((each) => each.credential_id === credentialId && isSeen(each));
    if (row !== undefined) return row;
    throw new VaultError('not_found', 'This credential was not found. List the credentials.');
  }

  function assertMayEnd(actor: Actor, row: CredentialRow): void {
    const isOwnerOfAll = groupsOf(row.principal_id).every(
      (group) => actor.roleIn(group.security_group_id) === 'owner',
    );
    if (!actor.is_admin && !(isOwnerOfAll && actor.groupIds().some((id) => actor.roleIn(id) === 'owner')))
      throw new VaultError('permission_denied', 'This needs the role «owner» in every group it reaches.');
  }

  return {
    create,
    seenBy,
    list: (actor, query) =>
      pageOfList(actor, 'credentials', seenBy(actor).map(toView), query, (view) => view.credential_id),
    async renew(actor, credentialId) {
      const isOwn = (row: CredentialRow) => row.principal_id === actor.principal_id;
      const row = find(credentialId, (each) => isOwn(each) || isVisible(actor, each));
      if (!isOwn(row)) assertMayEnd(actor, row);
      return renewCredential(core, row);
    },
    revoke(actor, credentialId) {
      const row = find(credentialId, (each) => isVisible(actor, each));
      assertMayEnd(actor, row);
      const view = toView(row);
      retire(actor, row.principal_id);
      return { ...view, ...toView(credentials.find(credentialId) ?? row), groups: view.groups };
    },
  };
}
