import { createNodeStore, type NodeStore } from '#server/db/drives/node-store.ts';
import { createPartStore, type PartStore } from '#server/db/drives/part-store.ts';
import { type BlobStore, createBlobStore } from './blobs/blob-store.ts';
import type { DrivesDeps } from './drives-deps.ts';
import { createNameClaims, type NameClaims } from './nodes/name-claims.ts';
import { createNodeKeeper, type NodeKeeper } from './nodes/node-keeper.ts';
import { createNodeReader, type NodeReader } from './nodes/node-reader.ts';
import { createPlacement, type Placement } from './nodes/placement.ts';
import { type Allowance, createAllowance } from './transfers/allowance.ts';

/** The parts every operation on drives works with, made once. */
export interface DrivesCore {
  readonly deps: DrivesDeps;
  readonly nodes: NodeStore;
  readonly parts: PartStore;
  readonly blobs: BlobStore;
  readonly keeper: NodeKeeper;
  readonly reader: NodeReader;
  readonly claims: NameClaims;
  readonly placement: Placement;
  readonly allowance: Allowance;
}

export function createDrivesCore(deps: DrivesDeps): DrivesCore {
  const nodes = createNodeStore(deps.db);
  const keeper = createNodeKeeper(deps.workspaceId);
  return {
    deps,
    nodes,
    parts: createPartStore(deps.db),
    blobs: createBlobStore(deps.dataDir),
    keeper,
    reader: createNodeReader(nodes, keeper, deps.workspaceId),
    claims: createNameClaims(nodes, keeper),
    placement: createPlacement(nodes, keeper, deps.findExamGroup),
    allowance: createAllowance(nodes, deps.settings),
  };
}
