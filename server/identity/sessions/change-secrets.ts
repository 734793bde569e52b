/**
 * Changes a person's own secrets: passphrase, recovery key, recovery shares, device secret. Each is a wrap of the same
 * principal key; the replaced wrap is off the disk when the call returns. A session alone may change none, because an
 * unattended desk or a script in the page could take over the account.
 * Source: choices, "Sessions and principals" and third part, "Secrets"; sealing design B3, B7.3.
 */
import type { PassphraseBody, PresentSecretBody, RecoveryShares } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { cloneSecret, encodeBase64Url, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { parsePrincipalKey } from '#crypto/keys/key-types.ts';
import {
  unwrapWithPassphrase,
  type WrappedKey,
  wrapWithPassphrase,
  wrapWithSecret,
} from '#crypto/principals/principal-wraps.ts';
import { generateRecoveryKey } from '#crypto/principals/recovery-key.ts';
import { generateRecoveryShares, RECOVERY_THRESHOLD } from '#crypto/principals/recovery-shares.ts';
import { randomBytes } from '#crypto/random.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireHumanPrincipal } from '#server/identity/actor/administrator.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { wrappedKeyOf, wrapRowOf } from '#server/identity/core/membership/principal-rows.ts';
import { assertStrongPassphrase } from '#server/identity/passphrase/passphrase-policy.ts';
import { nowInstant } from '#server/system/clock.ts';
import { credentialRejected, requireDesktop } from './authenticate.ts';
import { isRecovery, type LiveSession } from './live-session.ts';
import type { UnlockThrottle } from './unlock-throttle.ts';

const DEVICE_SECRET_BYTES = 32;

/** How the session was opened, and the certificate for which failed guesses count. */
type Proof = Pick<LiveSession, 'opened_by' | 'fingerprint'>;

export interface SecretChanges {
  /**
   * Each needs the current passphrase, or a session opened by recovery key or shares.
   * @throws permission_denied, invalid_request, credential_rejected, rate_limited
   */
  readonly setPassphrase: (actor: Actor, live: Proof, body: PassphraseBody) => Promise<void>;
  /** Creates a new recovery key; the old one becomes void. */
  readonly renewRecoveryKey: (
    actor: Actor,
    live: Proof,
    body: PresentSecretBody,
  ) => Promise<{ recovery_key: string }>;
  /** Creates three shares, of which any two recover; the previous recovery key becomes void. */
  readonly renewRecoveryShares: (
    actor: Actor,
    live: Proof,
    body: PresentSecretBody,
  ) => Promise<RecoveryShares>;
  /** Creates this computer's device secret and replaces an older one. */
  readonly createDeviceSecret: (
    actor: Actor,
    live: Proof,
    peer: Peer,
    body: PresentSecretBody,
  ) => Promise<{ device_secret: string }>;
  /** Deletes the device secret. @throws permission_denied */
  readonly deleteDeviceSecret: (actor: Actor, peer: Peer) => { removed: boolean };
}

export function createSecretChanges(core: AccessCore, limiter: UnlockThrottle): SecretChanges {
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
    if (wrap === undefined) throw credentialRejected();
    try {
      wipe(await unwrapWithPassphrase(wrappedKeyOf(wrap), passphrase, idsOf(actor)));
    } catch (error) {
      throw error instanceof CryptoError ? credentialRejected() : error;
    }
  }

  async function assertPresentSecret(actor: Actor, live: Proof, body: PresentSecretBody): Promise<void> {
    const given = body?.current_passphrase;
    if (given !== undefined) {
      const aim = { fingerprint: live.fingerprint, person: actor.principal_id };
      await limiter.run(aim, () => assertCurrent(actor, given));
    } else if (!isRecovery(live.opened_by))
      throw new VaultError(
        'credential_rejected',
        'current_passphrase: required, unless the session was opened by recovery key or shares.',
      );
  }

  async function setPassphrase(actor: Actor, live: Proof, body: PassphraseBody): Promise<void> {
    requireHumanPrincipal(actor);
    const { passphrase } = body;
    await assertStrongPassphrase(actor.principal_id, passphrase, [core.workspace().name, actor.display_name]);
    await assertPresentSecret(actor, live, body);
    // Copied, because the session may lock and wipe the key while Argon2id runs.
    const principalKey = parsePrincipalKey(cloneSecret(core.keysOf(actor).secrets.principalKey));
    try {
      replaceWrap(actor, await wrapWithPassphrase(principalKey, passphrase, idsOf(actor)));
    } finally {
      wipe(principalKey);
    }
  }

  return {
    setPassphrase,
    async renewRecoveryKey(actor, live, body) {
      requireHumanPrincipal(actor);
      await assertPresentSecret(actor, live, body);
      const { text, secret } = generateRecoveryKey();
      const { principalKey } = core.keysOf(actor).secrets;
      replaceWrap(actor, wrapWithSecret('recovery', principalKey, secret, idsOf(actor)));
      wipe(secret);
      return { recovery_key: text };
    },
    async renewRecoveryShares(actor, live, body) {
      requireHumanPrincipal(actor);
      await assertPresentSecret(actor, live, body);
      const { texts, secret } = await generateRecoveryShares();
      const { principalKey } = core.keysOf(actor).secrets;
      replaceWrap(actor, wrapWithSecret('recovery', principalKey, secret, idsOf(actor)));
      wipe(secret);
      return { recovery_shares: texts, threshold: RECOVERY_THRESHOLD };
    },
    async createDeviceSecret(actor, live, peer, body) {
      requireHumanPrincipal(actor);
      requireDesktop(peer);
      await assertPresentSecret(actor, live, body);
      const secret = randomBytes(DEVICE_SECRET_BYTES);
      const { principalKey } = core.keysOf(actor).secrets;
      replaceWrap(actor, wrapWithSecret('device', principalKey, secret, idsOf(actor)));
      const device_secret = encodeBase64Url(secret);
      wipe(secret);
      return { device_secret };
    },
    deleteDeviceSecret(actor, peer) {
      requireHumanPrincipal(actor);
      requireDesktop(peer);
      const removed = core.commits.writeNow(() => principals.deleteWrap(actor.principal_id, 'device'));
      if (removed) core.commits.checkpoint();
      return { removed };
    },
  };
}
