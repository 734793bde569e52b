/**
 * Replaces the CA in three cases: a former administrator still knows its key, it would expire before its certificates,
 * or it was made under a clock far ahead. Departures are in the signed list, so a crash or restart does not hide them.
 * The new CA, its list record and its seals are one transaction; files follow. Listed certificates of the old CA stay
 * valid.
 * Source: sealing design B3, "admin secrets".
 */
import { CERTIFICATE_LEAF_YEARS } from '#contract/limits.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';
import { createSerialQueue } from '#server/system/concurrency/serial-queue.ts';
import type { CaCustody } from './ca-custody.ts';

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;
/** How long deleted rows may stay in the write-ahead log. */
const DELETED_WITHIN_MS = 5_000;

export interface CaReplacement {
  /** Replaces the CA if due and an unlocked principal may; then renews certificates that need it. */
  readonly renewIfDue: () => Promise<void>;
  /** Resolves when no replacement is running. */
  readonly whenIdle: () => Promise<void>;
}

/**
 * Creates the service that replaces the CA.
 * @param onFailure called for work no request waits for; the next unlock of an administrator tries again.
 */
export function createCaReplacement(
  core: AccessCore,
  custody: CaCustody,
  onFailure: (error: unknown) => void,
): CaReplacement {
  const { ledger, pki, unlocked, commits, clock } = core;
  const turns = createSerialQueue();

  function hasAdministratorLeft(): boolean {
    return ledger
      .records()
      .slice(ledger.state().ca?.seq ?? 0)
      .some(({ record: { action, is_admin } }) => action === 'disable' && is_admin);
  }

  /** The unlocked principal who may replace the CA, if a replacement is due. */
  function findReplacer(): UnlockedPrincipal | undefined {
    if (ledger.findState() === undefined || pki.caKeyPem() === undefined) return undefined;
    const endsEarly = pki.caEndsAtMs() - clock.nowMs() < CERTIFICATE_LEAF_YEARS * YEAR_MS;
    const isMistimed = endsEarly || pki.isCaOfAnotherClock();
    if (!isMistimed && !hasAdministratorLeft() && !custody.isHeldByOthers()) return undefined;
    const { principals } = ledger.state();
    return unlocked.list().find(({ principal_id }) => {
      const principal = principals.get(principal_id);
      return principal?.is_admin === true && !principal.disabled;
    });
  }

  async function replaceIfDue(): Promise<void> {
    if (findReplacer() === undefined) return;
    const next = await pki.prepareNextCa();
    // Check again: the signer may have locked meanwhile.
    const replacer = findReplacer();
    if (replacer === undefined) return;
    const { secrets, principal_id, kind, is_admin } = replacer;
    ledger.change(secrets, (append) => {
      const state = append({
        ...{ action: 'set_ca', principal_id, kind, is_admin },
        ca_sha256: next.fingerprint,
      });
      custody.sealAnew(state, next.keyPem);
      next.store();
    });
    next.activate();
    commits.requestCheckpointWithin(DELETED_WITHIN_MS);
  }

  function renewIfDue(): Promise<void> {
    return turns.run(async () => {
      await replaceIfDue();
      await pki.renewIfDue();
    });
  }

  ledger.onChange((_state, _granter, records) => {
    if (records.some(({ action, is_admin }) => action === 'disable' && is_admin))
      // Starts after the change, which is synchronous.
      renewIfDue().catch(onFailure);
  });

  return { renewIfDue, whenIdle: turns.whenIdle };
}
