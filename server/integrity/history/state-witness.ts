/**
 * State tokens: responses state the newest link, and clients send back the newest they received. A client that has seen
 * more of the vault than the database has, or another history, proves a roll-back or fork. Its token counts only for
 * its own request; one that verifies under the vault's state key disputes the history for all. Source: clinic design,
 * section 11.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { equalBytes } from '#crypto/bytes.ts';
import {
  encodeStateToken,
  isAuthentic,
  parseStateToken,
  type StateToken,
} from '#crypto/history/state-token.ts';
import { type CommitHistory, HISTORY_DISPUTED, RECENT_LINKS_KEPT } from './commit-history.ts';

/** Cached states this server issued or found in the history, so that checking one again costs nothing. */
const FOUND_MAX = 1_000;

export interface StateWitnessDeps {
  readonly history: Pick<CommitHistory, 'newest' | 'head' | 'findChain' | 'dispute' | 'isDisputed'>;
  /** Key that authenticates state tokens of the present epoch. */
  readonly stateKey: Uint8Array;
  /** Called once, when a client has proven another history. */
  readonly onDisputed: (seen: StateToken, clientCn: string) => void;
  /** Called when a client states another history without proof. */
  readonly onDoubted: () => void;
}

export type StateWitness = ReturnType<typeof createStateWitness>;

const DOUBTED =
  'Client reports another history without proof. If it used a copy, delete its vault-state file.';

export function createStateWitness({ history, stateKey, onDisputed, onDoubted }: StateWitnessDeps) {
  let told: { readonly of: unknown; readonly text: string } | undefined;
  const found = new Set<string>();

  function newest(): string | undefined {
    const link = history.newest();
    if (link === undefined || link.chain === null) return undefined;
    if (told?.of !== link) {
      told = { of: link, text: encodeStateToken(stateKey, { ...link, chain: link.chain }) };
      remember(told.text);
    }
    return told.text;
  }

  /** True when the database's history contains this state. */
  function contains({ epoch, commit_count, chain }: StateToken): boolean {
    const head = history.head();
    // Older epochs ended by a person's decision, so their states are accepted.
    if (epoch !== head.epoch) return epoch < head.epoch;
    const ago = head.commit_count - commit_count;
    if (ago < 0) return false;
    const kept = ago === 0 ? head.chain : history.findChain({ epoch, commit_count });
    // Every issued state has its link, and links are deleted only after this many commits.
    if (!kept) return ago >= RECENT_LINKS_KEPT;
    return equalBytes(kept, chain);
  }

  function remember(text: string): void {
    if (found.size >= FOUND_MAX) found.clear();
    found.add(text);
  }

  return {
    /** The newest state, as the header `x-vault-state`; the same text until the next commit. */
    newest,
    /** Reason why writes are refused; undefined while they are accepted. */
    refusal: () => (history.isDisputed() ? HISTORY_DISPUTED : undefined),
    /**
     * Verifies a client's state token.
     * @throws invalid_request for a malformed state, protocol_error for one the history does not contain
     */
    verifyClientState(text: string, clientCn: string): void {
      if (found.has(text)) return;
      const seen = parseStateToken(text);
      if (seen === undefined)
        throw new VaultError(
          'invalid_request',
          'if-vault-state: send the last x-vault-state unchanged, or leave it out.',
        );
      if (contains(seen)) {
        remember(text);
        return;
      }
      if (!isAuthentic(stateKey, seen)) {
        onDoubted();
        throw new VaultError('protocol_error', DOUBTED);
      }
      if (!history.isDisputed()) {
        history.dispute();
        onDisputed(seen, clientCn);
      }
      throw new VaultError('protocol_error', HISTORY_DISPUTED);
    },
  };
}
