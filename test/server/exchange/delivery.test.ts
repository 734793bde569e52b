import { expect, test, vi } from 'vitest';
import type { DocumentId } from '#contract/ids.ts';
import { createDelivery } from '#server/exchange/outbox/delivery.ts';
import { createOutboxCore } from '#server/exchange/outbox/outbox-dependencies.ts';
import { createUnlockedActors } from '#server/identity/actor/unlocked-actors.ts';
import { createFixture } from '#test/server/documents/documents-fixture.ts';
import { newId } from '#test/support/ids.ts';

/** Tests a message to a receiver missing from the settings, which fails without a connection. */
test('a message that falls due while it is asked what is due is not left lying', async () => {
  const { db, commits, clock, group, workspaceId, documents, actor } = createFixture();
  const editor = actor({ roles: { [group]: 'editor' } });
  const { index, version_id } = await documents.create(editor, 'exams', {
    security_group_id: group,
    record: { title: 'CT' },
  });
  const dueMs = clock.nowMs();
  const answers: number[] = [];
  const notAsked = () => Promise.reject(new Error('not asked'));
  const core = createOutboxCore({
    ...{ db, commits, newId, outboxKey: documents.outboxKey, workspaceId: () => workspaceId },
    ...{
      receivers: () => null,
      identity: () => undefined,
      exam: notAsked,
      message: notAsked,
      requireSendable: notAsked,
    },
    ...{ displayNameOf: () => '', titleOf: () => undefined, recordAudit: () => Promise.resolve() },
    clock: { nowMs: () => answers.shift() ?? dueMs },
    onFailure(error) {
      throw error;
    },
  });
  const unlocked = createUnlockedActors();
  unlocked.add(editor);
  const delivery = createDelivery(core, unlocked);
  const exam_id: DocumentId = index.document_id;
  const { message_id } = await core.add(
    editor,
    { security_group_id: group, exam_id, receiver: 'ris' },
    {
      ...{ version_id: version_id ?? newId(), state: 'waiting', attempts: 0, last_attempt_at: null },
      ...{ queued_at: core.now(), queued_by: editor.principal_id, answer: null, failure: null },
    },
  );
  answers.push(dueMs - 1);
  delivery.wake();
  await vi.waitFor(() => expect(core.store.find(message_id)?.due_at).toBe(null), 240_000);
  await delivery.close();
});
