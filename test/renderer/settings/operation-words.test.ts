import { expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import { evidence } from '#renderer/messages/en/evidence.ts';
import { auditContentOfResponse } from '#server/integrity/audit/writing/audit-content-mapping.ts';
import { createFixture } from '#test/server/documents/documents-fixture.ts';

test('whatever the log tells as done has words of its own in the interface', () => {
  const { owner: actor } = createFixture();
  const told = ROUTES.flatMap(({ operation_id, method }) => {
    const answer = {
      operation_id,
      method,
      actor,
      client_cn: null,
      isBackground: false,
      code: undefined,
      status: 200,
      params: {},
      query: {},
    };
    return auditContentOfResponse(answer)?.kind === 'request_done' ? [operation_id] : [];
  });
  expect(told).toContain('createDeviceSecret');
  expect(told.toSorted()).toEqual(Object.keys(evidence.operations).toSorted());
});
