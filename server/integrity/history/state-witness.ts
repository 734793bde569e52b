/**
 * State tokens: responses state the newest link, and clients send back the newest they were given. A client that has
 * seen more of the vault than the database has, or another history, proves a roll-back or fork. Its token counts
 * only for its own request; one that verifies under the vault's state key disputes the history for all. Source:
 * clinic design, section 11.
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

/** States this server issued or found in the history: repeating one costs nothing. */
const FOUND_MAX = 1_000;

export interface StateWitnessDeps {
  readonly history: Pick<CommitHistory, 'newest' | 'head' | 'findChain' | 'dispute' | 'isDisputed'>;
  /** Of the epoch that is served. */
  readonly stateKey: Uint8Array;
  /** A client has proven another history; once. */
  readonly onDisputed: (seen: StateToken, clientCn: string) => void;
  /** A client says so and cannot prove it. */
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

  /** Where the database has come to now, whatever this server knows of it. */
  function contains({ epoch, commit_count, chain }: StateToken): boolean {
    const head = history.head();
    // A person has decided to leave it: that is how an epoch ends.
    if (epoch !== head.epoch) return epoch < head.epoch;
    const ago = head.commit_count - commit_count;
    if (ago < 0) return false;
    const kept = ago === 0 ? head.chain : history.findChain({ epoch, commit_count });
    // No state is issued without its link, and no link is deleted earlier.
    if (!kept) return ago >= RECENT_LINKS_KEPT;
    return equalBytes(kept, chain);
  }

  function remember(text: string): void {
    if (found.size >= FOUND_MAX) found.clear();
    found.add(text);
  }

  return {
    /** The newest state, as `x-vault-state` has it; the same text until the next commit. */
    newest,
    /** Why nothing new is taken; undefined where it is. */
    refusal: () => (history.isDisputed() ? HISTORY_DISPUTED : undefined),
    /** @throws invalid_request for what is no state, protocol_error for one the history does not contain */
    verifyClientState(text: string, clientCn: string): void {
      if (found.has(text)) return;
      const seen = parseStateToken(text);
      if (seen === undefined)
        throw new VaultError('invalid_request', 'if-vault-state: send what x-vault-state said, or nothing.');
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
