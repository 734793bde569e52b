/**
 * Erases files of exams that are erased with their patient: those linked to one of the exams by rows that verify, and
 * linked folders with their content, in any state. A row that does not verify stays and is reported. A file of another
 * patient's exam in such a folder moves to the drive's root.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { type NoteRemoved, removeNodes, verifiedSubtree } from './purge-nodes.ts';

/** Rows checked per turn, and removed per transaction. */
const ROWS_AT_ONCE = 50;

type Of<Answer> = (actor: Actor, group: SecurityGroupId, examIds: readonly DocumentId[]) => Answer;

export interface FilesOfExams {
  readonly list: Of<Promise<FoundFiles>>;
  /** `note` runs inside each transaction. */
  readonly erase: (
    actor: Actor,
    group: SecurityGroupId,
    examIds: readonly DocumentId[],
    note: NoteRemoved,
  ) => Promise<void>;
  /** True when a row that verifies links anything to one of the exams. */
  readonly has: Of<boolean>;
  /** Unlinks files from an exam that is purged alone, inside its transaction: the files stay. */
  readonly unlink: (examId: DocumentId, keyRing: KeyRing) => void;
}

export function createFilesOfExams(core: DrivesCore): FilesOfExams {
  return {
    list: (...which) => filesOfExams(core, ...which),
    erase: (...which) => eraseFiles(core, ...which),
    has: (...which) => hasFiles(core, ...which),
    unlink(examId, keyRing) {
      for (const row of core.nodes.byExam(examId)) {
        const unlinked = core.keeper.restamp(keyRing, row, { exam_id: null });
        if (unlinked !== undefined) core.nodes.update(unlinked);
      }
    },
  };
}

interface FoundFiles {
  readonly nodes: readonly NodeId[];
  /** Rows that link to the exams and do not verify. */
  readonly damaged: readonly NodeId[];
}

async function filesOfExams(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  examIds: readonly DocumentId[],
): Promise<FoundFiles> {
  const ours = ownersOf(core, actor, securityGroupId, examIds);
  const nodes = new Set<NodeId>();
  const damaged: NodeId[] = [];
  for await (const page of pagesOf(core, examIds)) {
    for (const row of page) {
      const verified = ours.verify(row);
      if (verified === undefined) damaged.push(row.node_id);
      else for (const { node_id } of ours.withContent(verified)) nodes.add(node_id);
    }
  }
  return { nodes: [...nodes], damaged };
}

async function eraseFiles(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  examIds: readonly DocumentId[],
  note: NoteRemoved,
): Promise<void> {
  const ours = ownersOf(core, actor, securityGroupId, examIds);
  const remove = async (ids: readonly NodeId[]): Promise<void> => {
    await removeNodes(core, actor, securityGroupId, {
      find: () => ({ rows: ids.flatMap((id) => ours.withContent(ours.verify(core.nodes.find(id)))) }),
      isTold: ours.isLinked,
      note,
    });
  };
  const folders: NodeId[] = [];
  for await (const page of pagesOf(core, examIds)) {
    await remove(page.flatMap(({ kind, node_id }) => (kind === 'file' ? [node_id] : [])));
    for (const { kind, node_id } of page) if (kind === 'folder') folders.push(node_id);
  }
  // Nodes inside a removed folder are already gone.
  for (const folder of folders) await remove([folder]);
}

function hasFiles(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  examIds: readonly DocumentId[],
): boolean {
  const ours = ownersOf(core, actor, securityGroupId, examIds);
  return examIds.some((examId) => core.nodes.byExam(examId).some((row) => ours.verify(row) !== undefined));
}

function ownersOf(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  examIds: readonly DocumentId[],
) {
  const exams = new Set<DocumentId>(examIds);
  const isLinked = ({ exam_id }: NodeRow) => exam_id !== null && exams.has(exam_id);
  return {
    isLinked,
    verify(row: NodeRow | undefined): NodeRow | undefined {
      if (row === undefined || !isLinked(row)) return undefined;
      const verified = core.keeper.verifyIfHeld(actor.keyRing, row);
      return verified?.security_group_id === securityGroupId ? verified : undefined;
    },
    /** A node with its content; for a folder, content that belongs to no other exam. Empty without a row. */
    withContent(row: NodeRow | undefined): NodeRow[] {
      if (row === undefined) return [];
      if (row.kind === 'file') return [row];
      return verifiedSubtree(core, actor, row).filter((each) => each.exam_id === null || isLinked(each));
    },
  };
}

async function* pagesOf(core: DrivesCore, examIds: readonly DocumentId[]): AsyncGenerator<NodeRow[]> {
  for (const examId of examIds) {
    for (let after = ''; ; ) {
      const page = core.nodes.listByExamAfter(examId, after, ROWS_AT_ONCE);
      const last = page.at(-1);
      if (last === undefined) break;
      yield page;
      after = last.node_id;
      await nextTurn();
    }
  }
}
