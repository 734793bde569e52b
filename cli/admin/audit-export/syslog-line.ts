/**
 * Writes an entry of the audit log as a syslog message with a DICOM audit message in it, as collectors of audit logs
 * take it. Source: RFC 5424, section 6; IHE ITI TF-2, transaction ITI-20 (MSGID, facility).
 */
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import { dicomEventOf } from '#contract/audit/dicom-events.ts';
import { dicomAuditMessage } from './dicom-audit-message.ts';

/** Security and authorisation messages. */
const FACILITY = 10;
const SEVERITY = { notice: 5, warning: 4 } as const;
const VERSION = 1;
const APP_NAME = 'srvault';
const MESSAGE_ID = 'DICOM+RFC3881';
/** No process id and no structured data. */
const NONE = '-';
const BYTE_ORDER_MARK = '\uFEFF';
const HOST_NAME_MAX_CHARS = 255;

/** One line without its end. @param host the name of this computer */
export function syslogLine(entry: AuditEntry, host: string): string {
  const severity = dicomEventOf(entry).outcome === '0' ? SEVERITY.notice : SEVERITY.warning;
  const source = host.replace(/[^\x21-\x7E]/g, '').slice(0, HOST_NAME_MAX_CHARS) || NONE;
  const head = [
    `<${FACILITY * 8 + severity}>${VERSION}`,
    ...[entry.at, source, APP_NAME, NONE, MESSAGE_ID, NONE],
  ];
  return `${head.join(' ')} ${BYTE_ORDER_MARK}${dicomAuditMessage(entry, source)}`;
}
