/** Syslog lines of audit entries; their XML is validated by xmllint against the grammar of DICOM PS3.15 A.5.1. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { syslogLine } from '#cli/admin/audit-export/syslog-line.ts';
import { AUDIT_KINDS, AUDIT_OBJECT_TYPES, type AuditEntry } from '#contract/audit/audit-entry.ts';
import { auditEntry } from '#test/support/audit-entry.ts';
import { needs } from '#test/support/left-out.ts';

const GRAMMAR = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom-audit', 'audit-message.rng');
const LINE =
  /^<8[45]>1 2026-11-28T10:00:00\.000Z clinic-3 srvault - DICOM\+RFC3881 - \uFEFF(<AuditMessage>.*<\/AuditMessage>)$/u;

function messageOf(entry: AuditEntry): string {
  const message = LINE.exec(syslogLine(entry, 'clinic-3'))?.[1];
  if (message === undefined) throw new Error(`No syslog line: ${syslogLine(entry, 'clinic-3')}`);
  return message;
}

describe('syslogLine', () => {
  test('is one line of RFC 5424, a notice, or a warning of a refusal', () => {
    expect(syslogLine(auditEntry('document_read'), 'clinic-3')).toMatch(/^<85>1 /);
    const refused = { ...auditEntry('refused'), code: 'permission_denied' };
    expect(syslogLine(refused, 'clinic-3')).toMatch(/^<84>1 .*EventOutcomeIndicator="4"/);
    expect(syslogLine(auditEntry('document_read'), 'Räume 3\n')).toMatch(/Z Rume3 srvault /);
    expect(syslogLine(auditEntry('document_read'), '')).toMatch(/Z - srvault /);
  });

  test('names of people break neither the line nor the message', () => {
    const display_name = 'A "B" <C> & D\nE\u0000\uD800';
    const entry = auditEntry('document_read');
    const line = messageOf({ ...entry, by: entry.by && { ...entry.by, display_name } });
    expect(line).toContain('UserName="A &quot;B&quot; &lt;C&gt; &amp; D&#10;E\uFFFD\uFFFD"');
  });

  test('has no title of a record', () => {
    expect(messageOf({ ...auditEntry('document_read'), title: 'Secret' })).not.toContain('Secret');
  });

  test('every kind and type of object is valid for xmllint', needs('xmllint'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'srvault-audit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const entries = [
      ...[...AUDIT_KINDS, null].flatMap((kind) => [auditEntry(kind), auditEntry(kind, true)]),
      ...AUDIT_OBJECT_TYPES.map((object_type) => ({ ...auditEntry('document_read'), object_type })),
    ];
    const files = entries.map((entry, at) => {
      const file = join(folder, `${at}.xml`);
      writeFileSync(file, messageOf(entry));
      return file;
    });
    execFileSync('xmllint', ['--noout', '--relaxng', GRAMMAR, ...files], { stdio: 'pipe' });
    const wrong = join(folder, 'wrong.xml');
    writeFileSync(
      wrong,
      messageOf(auditEntry('document_read')).replace('EventActionCode="R"', 'EventActionCode="X"'),
    );
    expect(spawnSync('xmllint', ['--noout', '--relaxng', GRAMMAR, wrong]).status).not.toBe(0);
  });
});
