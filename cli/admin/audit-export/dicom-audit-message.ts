/**
 * Writes an entry of the audit log as a DICOM audit message, one line of XML: ids and codes, never the content or title
 * of a record. Source: DICOM PS3.15 A.5.1.
 */
import type { AuditEntry, AuditObjectType } from '#contract/audit/audit-entry.ts';
import { type AuditCode, dicomEventOf } from '#contract/audit/dicom-events.ts';

const OWN = 'sealed-records-vault';
/** XML 1.0 has no such character. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

interface ObjectCodes {
  /** 1 a person, 2 a system object. */
  readonly type: '1' | '2';
  readonly role: string;
  /** Kind of the id, by RFC 3881 where it has one. */
  readonly id: AuditCode & { readonly system: string };
}

const own = (code: string, display: string) => ({ code, display, system: OWN });
const OBJECTS: Readonly<Record<AuditObjectType, ObjectCodes>> = {
  patients: { type: '1', role: '1', id: { code: '2', display: 'Patient Number', system: 'RFC-3881' } },
  exams: { type: '2', role: '3', id: { code: '9', display: 'Report Number', system: 'RFC-3881' } },
  templates: { type: '2', role: '5', id: own('template', 'Template') },
  node: { type: '2', role: '3', id: own('file', 'File') },
  group: { type: '2', role: '12', id: own('group', 'Security group') },
  principal: { type: '1', role: '11', id: { code: '11', display: 'User Identifier', system: 'RFC-3881' } },
  session: { type: '2', role: '13', id: own('session', 'Session') },
  credential: { type: '2', role: '13', id: own('credential', 'Credential') },
  finding: { type: '2', role: '13', id: own('finding', 'Finding') },
  backup: { type: '2', role: '17', id: own('backup', 'Backup') },
};

/** @param source the id of the program that reports, such as the host's name */
export function dicomAuditMessage(entry: AuditEntry, source: string): string {
  return element('AuditMessage', {}, [
    identification(entry),
    participant(entry),
    element('AuditSourceIdentification', { AuditSourceID: source }, [
      element('AuditSourceTypeCode', { 'csd-code': '4' }),
    ]),
    ...object(entry),
  ]);
}

function identification(entry: AuditEntry): string {
  const { description, ...event } = dicomEventOf(entry);
  const { at, kind } = entry;
  return element(
    'EventIdentification',
    { EventActionCode: event.action, EventDateTime: at, EventOutcomeIndicator: event.outcome },
    [
      coded('EventID', event.id, 'DCM'),
      ...(event.type === undefined ? [] : [coded('EventTypeCode', event.type, 'DCM')]),
      ...(kind === null ? [] : [coded('EventTypeCode', { code: kind, display: words(kind) }, OWN)]),
      ...(description === null
        ? []
        : [`<EventOutcomeDescription>${escaped(description)}</EventOutcomeDescription>`]),
    ],
  );
}

function participant({ by, client_cn, session_id }: AuditEntry): string {
  return element('ActiveParticipant', {
    UserID: by?.principal_id ?? client_cn ?? 'unknown',
    AlternativeUserID: session_id,
    UserName: by?.display_name,
    UserIsRequestor: 'true',
    // A certificate's name; the log holds no address.
    ...(client_cn === null ? {} : { NetworkAccessPointID: client_cn, NetworkAccessPointTypeCode: '1' }),
  });
}

function object(entry: AuditEntry): string[] {
  const { object_id, object_type, security_group_id, version_id, operation, detail, seq, hash } = entry;
  if (object_id === null) return [];
  const codes = object_type === null ? undefined : OBJECTS[object_type];
  const details = { seq: String(seq), hash, security_group_id, version_id, operation, detail };
  return [
    element(
      'ParticipantObjectIdentification',
      {
        ParticipantObjectID: object_id,
        ParticipantObjectTypeCode: codes?.type ?? '4',
        ParticipantObjectTypeCodeRole: codes?.role,
      },
      [
        coded('ParticipantObjectIDTypeCode', codes?.id ?? own('object', 'Object'), codes?.id.system ?? OWN),
        // The log has no names; the id stands for it.
        `<ParticipantObjectName>${escaped(object_id)}</ParticipantObjectName>`,
        ...Object.entries(details).flatMap(([type, value]) =>
          value === null
            ? []
            : [element('ParticipantObjectDetail', { type, value: Buffer.from(value).toString('base64') })],
        ),
      ],
    ),
  ];
}

function coded(name: string, { code, display }: AuditCode, system: string): string {
  return element(name, { 'csd-code': code, codeSystemName: system, originalText: display });
}

/** `document_read` as words. */
function words(kind: string): string {
  return kind.replaceAll('_', ' ');
}

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** Leaves out attributes without a value. */
function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  );
  const start = `<${name}${written.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

/** On one line, because a line of the log is a message. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}
