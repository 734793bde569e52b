/** Fixture of the drives service on a real database and real files, with unlocked principals. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Role } from '#contract/access/roles.ts';
import type { StoredFile } from '#contract/drives/node.ts';
import type { NodeListQuery, UploadFields } from '#contract/drives/requests.ts';
import type { DocumentId, NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { FILE_MAX_BYTES } from '#contract/limits.ts';
import { KeyRing } from '#crypto/keys/key-ring.ts';
import { type GroupKey, generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { createDrivesService, type DrivesService } from '#server/drives/drives-service.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createFindingsRecorder, type FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import { type CommitQueue, createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createFairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import { idOf, newId } from '#test/support/ids.ts';
import { openTestEngine } from '#test/support/test-engine.ts';
import { createReceiver } from './receiver.ts';

export interface TestPrincipal {
  readonly actor: Actor;
  readonly lock: () => void;
}

type GroupKeyEntry = readonly [securityGroupId: SecurityGroupId, generation: number, key: GroupKey];

export interface DriveFixture {
  readonly dataDir: string;
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly drives: DrivesService;
  readonly health: FindingsRecorder;
  readonly group: SecurityGroupId;
  readonly groupKey: GroupKey;
  /** Group by exam id; tests may add to it. */
  readonly exams: Map<DocumentId, SecurityGroupId>;
  readonly settings: { max_file_bytes: number; storage_credit_bytes: number | null };
  /** Fake clock. */
  readonly time: { now: number };
  readonly owner: Actor;
  /** Returns an owner of the group with its key by default; keys are copied, because locking wipes them. */
  readonly principal: (
    roles?: Readonly<Record<string, Role>>,
    keys?: readonly GroupKeyEntry[],
  ) => TestPrincipal;
  readonly upload: (
    content: Uint8Array | string,
    fields: UploadFields & { readonly name: string },
    actor?: Actor,
  ) => Promise<StoredFile>;
  readonly download: (nodeId: NodeId, range?: string, actor?: Actor) => Promise<Buffer>;
  readonly names: (query?: NodeListQuery) => (string | null)[];
  readonly blobFiles: () => string[];
  readonly close: () => void;
}

export function createDriveFixture(
  dataDir = mkdtempSync(join(tmpdir(), 'drive-')),
  blobs = createFileBlobs(dataDir),
): DriveFixture {
  const workspaceId: WorkspaceId = newId();
  const group: SecurityGroupId = newId();
  const groupKey = generateGroupKey();
  const exams = new Map<DocumentId, SecurityGroupId>();
  const settings: DriveFixture['settings'] = { max_file_bytes: FILE_MAX_BYTES, storage_credit_bytes: null };
  const time = { now: Date.parse('2026-03-01T10:00:00.000Z') };
  const db = openTestEngine(dataDir);
  const commits = createCommitQueue(db);
  const health = createFindingsRecorder({
    db,
    commits,
    clock: { nowMs: () => time.now },
    onFailure: (error) => {
      throw error;
    },
  });
  const drives = createDrivesService({
    db,
    commits,
    clock: { nowMs: () => time.now },
    workspaceId: () => workspaceId,
    settings: () => settings,
    newId,
    blobs,
    findings: health,
    turns: createFairTurns(),
    findInboxKey: () => undefined,
    findExamGroup(examId) {
      const securityGroupId = exams.get(examId);
      return securityGroupId === undefined ? undefined : { security_group_id: securityGroupId };
    },
  });

  function principal(
    roles: Readonly<Record<string, Role>> = { [group]: 'owner' },
    keys: readonly GroupKeyEntry[] = [[group, 1, groupKey]],
  ): TestPrincipal {
    const controller = new AbortController();
    const keyRing = new KeyRing();
    for (const [id, generation, key] of keys) {
      keyRing.setGroupKey(id, generation, parseGroupKey(Uint8Array.from(key)));
    }
    return {
      actor: {
        workspace_id: workspaceId,
        principal_id: newId(),
        kind: 'person',
        display_name: 'Dr. Test',
        is_admin: false,
        session_id: newId(),
        client_cn: 'desktop',
        keyRing,
        macKey: randomBytes(32),
        signal: controller.signal,
        roleIn: (id) => roles[id],
        groupIds: () => Object.keys(roles).map((id) => idOf<SecurityGroupId>(id)),
      },
      lock() {
        keyRing.wipe();
        controller.abort();
      },
    };
  }

  const { actor: owner } = principal();

  async function upload(
    content: Uint8Array | string,
    fields: UploadFields & { readonly name: string },
    actor = owner,
  ): Promise<StoredFile> {
    const received = await drives.receiveFile(actor, group, Readable.from([Buffer.from(content)]));
    return drives.commitFile(actor, received, fields);
  }

  async function download(nodeId: NodeId, range?: string, actor = owner): Promise<Buffer> {
    const receiver = createReceiver();
    const content = await drives.content(actor, group, nodeId, { range });
    await content.sendTo(receiver.sink);
    return receiver.bytes();
  }

  return {
    dataDir,
    db,
    commits,
    drives,
    health,
    group,
    groupKey,
    exams,
    settings,
    time,
    owner,
    principal,
    upload,
    download,
    names: (query = {}) => drives.listNodes(owner, group, query).items.map((node) => node.name),
    blobFiles: () => blobFiles(dataDir),
    close(): void {
      commits.close();
      db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns every file under `blobs/` by name. */
export function blobFiles(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the files that contain `text` in plaintext. */
export function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.includes(text) || readFileSync(file).includes(text));
}
