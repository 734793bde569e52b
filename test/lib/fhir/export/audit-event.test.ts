import { describe, expect, test } from 'vitest';
import { AUDIT_KINDS } from '#contract/audit/audit-entry.ts';
import { toAuditEvent } from '#fhir/export/audit-event.ts';
import { fhirSchema } from '#test/lib/fhir/fhir-schema.ts';
import { auditEntry } from '#test/support/audit-entry.ts';

describe('toAuditEvent', () => {
  test.each([...AUDIT_KINDS, null])('%s is valid FHIR', (kind) => {
    for (const bare of [false, true]) expect(fhirSchema(toAuditEvent(auditEntry(kind, bare)))).toEqual([]);
  });

  test('says who did what to which record, and which entry of the log it is', () => {
    expect(toAuditEvent(auditEntry('document_read'))).toMatchObject({
      resourceType: 'AuditEvent',
      id: '7',
      type: { code: '110110', display: 'Patient Record' },
      action: 'R',
      outcome: '0',
      recorded: '2026-11-28T10:00:00.000Z',
      agent: [
        { who: { identifier: { value: 'person' }, display: 'Grace' }, altId: 'desktop', requestor: true },
      ],
      entity: [
        { what: { identifier: { value: 'object' } }, role: { code: '1' } },
        { what: { identifier: { value: 'a'.repeat(64) } } },
      ],
    });
  });

  test('a refusal is a failure with its code', () => {
    const event = toAuditEvent({ ...auditEntry('refused'), code: 'permission_denied' });
    expect(event).toMatchObject({ type: { code: '110113' }, outcome: '4', outcomeDesc: 'permission_denied' });
  });

  test('has no title of a record', () => {
    expect(JSON.stringify(toAuditEvent({ ...auditEntry('document_read'), title: 'Secret' }))).not.toContain(
      'Secret',
    );
  });

  test('an entry that does not open says so', () => {
    expect(toAuditEvent(auditEntry(null)).outcomeDesc).toContain('does not open');
  });
});
