/** State of the model, and one step of a sequence: applied to the vault first, and to the model once confirmed. */
import type { AsyncCommand } from 'fast-check';
import type { Role } from '#contract/access/roles.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';

export interface PatientModel {
  readonly id: string;
  /** Versions, newest first. */
  readonly versions: readonly { readonly version_id: string | null; readonly text: string }[];
  readonly draft: string | null;
  readonly is_archived: boolean;
  readonly is_deleted: boolean;
}

export interface NodeModel {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  /** SHA-256 of the file's content; null for a folder. */
  readonly sha256: string | null;
  readonly is_deleted: boolean;
}

export interface Model {
  readonly patients: Map<string, PatientModel>;
  readonly nodes: Map<string, NodeModel>;
  /** Programs with a role in the group, by principal id. */
  readonly members: Map<string, Role>;
}

export interface Vault {
  readonly client: VaultClient;
  readonly group: string;
}

export type Step = AsyncCommand<Model, Vault>;

/** Defines a step. `choose` returns its target; undefined if there is none. */
export function step<Target>(
  name: string,
  choose: (model: Readonly<Model>) => Target | undefined,
  run: (target: Target, model: Model, vault: Vault) => Promise<void>,
): Step {
  return {
    check: (model) => choose(model) !== undefined,
    async run(model, vault) {
      const target = choose(model);
      if (target !== undefined) await run(target, model, vault);
    },
    toString: () => name,
  };
}

/** Returns the item at index `at` modulo the number of matching ones; undefined without any. */
export function pick<Value>(
  values: Iterable<Value>,
  at: number,
  fits: (value: Value) => boolean,
): Value | undefined {
  const fitting = [...values].filter(fits);
  return fitting[at % Math.max(1, fitting.length)];
}

/**
 * Expects that the vault refuses a request with this code. @throws if it accepted it, or refused it with another
 * code.
 */
export async function expectRefusal(code: string, sent: PromiseLike<unknown>): Promise<void> {
  const answer = await Promise.resolve(sent).then(
    () => 'done',
    (error: unknown) => (error instanceof VaultApiError ? error.code : String(error)),
  );
  if (answer !== code) throw new Error(`expected ${code}, was ${answer}`);
}
