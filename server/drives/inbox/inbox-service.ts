/** Inbox operations: receiving, filing, finding and erasing items, also while locked where no key is needed. */
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { RewrapBatch, RewrapProgress } from '#server/identity/actor/rewrap-port.ts';
import type { InboxRow } from '#server/storage/inbox/inbox-store.ts';
import { eraseItems, findItems } from './erase-patient-items.ts';
import {
  type FilingOutcome,
  fileInboxItem,
  type OpenedItem,
  openItem,
  rewrapInbox,
} from './file-inbox-item.ts';
import { studyFolder } from './find-study-folder.ts';
import { createInboxIntake } from './receive-dicom-object.ts';

export function createInbox(core: DrivesCore) {
  const { findings, findInboxKey, onQueued } = core.deps;
  return {
    begin: createInboxIntake(core, findInboxKey).begin,
    counts: core.inbox.counts,
    groups: core.inbox.groups,
    listAfter: core.inbox.listAfter,
    has: (nodeId: NodeId): boolean => core.inbox.find(nodeId) !== undefined,
    open: (actor: Actor, row: InboxRow): OpenedItem => openItem(core, actor.keyRing, row),
    async adopt(actor: Actor, item: OpenedItem, examId: DocumentId): Promise<FilingOutcome> {
      const { row, header } = item;
      const folder = await studyFolder(core, actor, row.security_group_id, examId, header.study_uid);
      const adoption = await fileInboxItem(core, actor, item, { exam_id: examId, parent_id: folder });
      if (adoption === 'adopted') onQueued?.();
      return adoption;
    },
    erase: (nodeIds: readonly NodeId[], note: (gone: readonly NodeId[]) => void) =>
      eraseItems(core, nodeIds, note),
    /** Items of a group whose header matches `isTheirs`. */
    find: (actor: Actor, group: SecurityGroupId, isTheirs: (header: InstanceHeader) => boolean) =>
      findItems(core, actor, group, isTheirs),
    damaged: (nodeId: NodeId): void => findings.report('file_damaged', nodeId),
    rewrapBatch: (batch: RewrapBatch): RewrapProgress => rewrapInbox(core, batch),
  };
}
