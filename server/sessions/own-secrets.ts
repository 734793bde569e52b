/**
 * What a person changes about its own way in: passphrase, recovery key, the secret of this computer. Each is
 * one wrap of the same principal key; the one it replaces is gone from the disk when the call returns.
 * Source: choices, "Sessions and principals"; sealing design B3, B7.3.
 */
import type { PassphraseBody, RecoveryShares } from '#contract/access/session.ts';
import { VaultError } from '#contract/vault-error.ts';
import { copySecret, encodeBase64Url, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { parsePrincipalKey } from '#crypto/keys/keys.ts';
import {
  unwrapWithPassphrase,
  type WrappedKey,
  wrapWithPassphrase,
  wrapWithSecret,
} from '#crypto/principals/principal-wraps.ts';
import { generateRecoveryKey } from '#crypto/principals/recovery-key.ts';
import { generateRecoveryShares, RECOVERY_THRESHOLD } from '#crypto/principals/recovery-shares.ts';
import { randomBytes } from '#crypto/random.ts';
import type { Actor } from '#server/access/actor.ts';
import { requirePerson } from '#server/access/administrator.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import { wrappedKeyOf, wrapRowOf } from '#server/access/core/principal-rows.ts';
import { assertStrongPassphrase } from '#server/access/passphrase-policy.ts';
import type { Peer } from '#server/access/peer.ts';
import { isRecovery, type LiveSession } from './live-session.ts';
import { rejected, requireDesktop } from './opening.ts';
import type { OpeningLimiter } from './opening-limiter.ts';

const DEVICE_SECRET_BYTES = 32;

export interface OwnSecrets {
  /**
   * Needs the current passphrase, or a session opened by recovery key.
   * @throws permission_denied, invalid_request, credential_rejected, rate_limited
   */
  readonly setPassphrase: (actor: Actor, live: LiveSession, body: PassphraseBody) => Promise<void>;
  /** The old one is void. @throws permission_denied */
  readonly renewRecoveryKey: (actor: Actor) => { recovery_key: string };
  /** Any two of three recover from now on; the recovery key before is void. @throws permission_denied */
  readonly renewRecoveryShares: (actor: Actor) => Promise<RecoveryShares>;
  /** Replaces the one there is. @throws permission_denied */
  readonly createDeviceSecret: (actor: Actor, peer: Peer) => { device_secret: string };
  /** @throws permission_denied */
  readonly deleteDeviceSecret: (actor: Actor, peer: Peer) => { removed: boolean };
}

export function createOwnSecrets(core: AccessCore, limiter: OpeningLimiter): OwnSecrets {
  const { principals } = core.stores;

  function idsOf({ workspace_id, principal_id }: Actor) {
    return { workspace_id, principal_id };
  }

  function replaceWrap(actor: Actor, wrap: WrappedKey): void {
    core.commits.writeNow(() =>
      principals.updateWrap(wrapRowOf(actor.principal_id, wrap, nowInstant(core.clock))),
    );
    core.commits.checkpoint();
  }

  async function assertCurrent(actor: Actor, passphrase: string): Promise<void> {
    const wrap = principals.findWrap(actor.principal_id, 'passphrase');
    if (wrap === undefined) throw rejected();
    try {
      wipe(await unwrapWithPassphrase(wrappedKeyOf(wrap), passphrase, idsOf(actor)));
    } catch (error) {
      throw error instanceof CryptoError ? rejected() : error;
    }
  }

  async function setPassphrase(actor: Actor, live: LiveSession, body: PassphraseBody): Promise<void> {
    requirePerson(actor);
    const { passphrase, current_passphrase } = body;
    await assertStrongPassphrase(passphrase, [core.workspace().name, actor.display_name]);
    if (current_passphrase !== undefined) {
      await limiter.run(live.fingerprint, () => assertCurrent(actor, current_passphrase));
    } else if (!isRecovery(live.opened_by)) {
      throw new VaultError(
        'invalid_request',
        'current_passphrase: needed, unless the session was opened by recovery key.',
      );
    }
    // A copy: the session may lock, and so wipe the key, while Argon2id runs.
    const principalKey = parsePrincipalKey(copySecret(core.keysOf(actor).secrets.principalKey));
    try {
      replaceWrap(actor, await wrapWithPassphrase(principalKey, passphrase, idsOf(actor)));
    } finally {
      wipe(principalKey);
    }
  }

  return {
    setPassphrase,
    renewRecoveryKey(actor) {
      requirePerson(actor);
      const { text, secret } = generateRecoveryKey();
      const { principalKey } = core.keysOf(actor).secrets;
      replaceWrap(actor, wrapWithSecret('recovery', principalKey, secret, idsOf(actor)));
      wipe(secret);
      return { recovery_key: text };
    },
    async renewRecoveryShares(actor) {
      requirePerson(actor);
      const { texts, secret } = await generateRecoveryShares();
      const { principalKey } = core.keysOf(actor).secrets;
      replaceWrap(actor, wrapWithSecret('recovery', principalKey, secret, idsOf(actor)));
      wipe(secret);
      return { recovery_shares: texts, threshold: RECOVERY_THRESHOLD };
    },
    createDeviceSecret(actor, peer) {
      requirePerson(actor);
      requireDesktop(peer);
      const secret = randomBytes(DEVICE_SECRET_BYTES);
      const { principalKey } = core.keysOf(actor).secrets;
      replaceWrap(actor, wrapWithSecret('device', principalKey, secret, idsOf(actor)));
      const device_secret = encodeBase64Url(secret);
      wipe(secret);
      return { device_secret };
    },
    deleteDeviceSecret(actor, peer) {
      requirePerson(actor);
      requireDesktop(peer);
      const removed = core.commits.writeNow(() => principals.deleteWrap(actor.principal_id, 'device'));
      if (removed) core.commits.checkpoint();
      return { removed };
    },
  };
}
