/**
 * Maps an entry of the audit log to a FHIR AuditEvent: ids and codes, never the content or title of a record. The last
 * entity names the entry in the log's chain, so that the event can be found there. Source: FHIR R4, AuditEvent.
 */
import type { AuditEvent, AuditEventEntity, Coding } from 'fhir/r4.d.ts';
import type { AuditEntry, AuditObjectType } from '#contract/audit/audit-entry.ts';
import { type AuditCode, dicomEventOf } from '#contract/audit/dicom-events.ts';
import { OWN_BASE } from './vault-extensions.ts';

const DICOM_CODES = 'http://dicom.nema.org/resources/ontology/DCM';
const OBJECT_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-entity-type';
const OBJECT_ROLE = 'http://terminology.hl7.org/CodeSystem/object-role';
const OPERATION = `${OWN_BASE}audit-operation`;
const KIND = `${OWN_BASE}audit-kind`;
const OBSERVER = 'Sealed Records Vault';

const ROLES: Readonly<Partial<Record<AuditObjectType, AuditCode>>> = {
  patients: { code: '1', display: 'Patient' },
  exams: { code: '3', display: 'Report' },
  node: { code: '4', display: 'Domain Resource' },
  group: { code: '12', display: 'Security User Group' },
  principal: { code: '11', display: 'Security User Entity' },
  credential: { code: '11', display: 'Security User Entity' },
};
const CHAIN: AuditCode = { code: '13', display: 'Security Resource' };

export function toAuditEvent(entry: AuditEntry): AuditEvent {
  const event = dicomEventOf(entry);
  const { seq, at, by, client_cn, kind, operation } = entry;
  return {
    resourceType: 'AuditEvent',
    id: String(seq),
    type: coding(DICOM_CODES, event.id),
    subtype: [
      ...(event.type === undefined ? [] : [coding(DICOM_CODES, event.type)]),
      ...(kind === null ? [] : [{ system: KIND, code: kind }]),
      ...(operation === null ? [] : [{ system: OPERATION, code: operation }]),
    ],
    action: event.action,
    recorded: at,
    outcome: event.outcome,
    ...(event.description === null ? {} : { outcomeDesc: event.description }),
    agent: [
      {
        ...(by === null ? {} : { who: { identifier: { value: by.principal_id }, display: by.display_name } }),
        ...(client_cn === null ? {} : { altId: client_cn }),
        requestor: true,
      },
    ],
    source: { observer: { display: OBSERVER } },
    entity: [...objectOf(entry), chainOf(entry)],
  };
}

function objectOf(entry: AuditEntry): AuditEventEntity[] {
  const { object_type, object_id, security_group_id, version_id, detail } = entry;
  if (object_id === null) return [];
  const role = object_type === null ? undefined : ROLES[object_type];
  const details = Object.entries({ object_type, security_group_id, version_id, detail });
  const known = details.flatMap(([type, valueString]) => (valueString ? [{ type, valueString }] : []));
  return [
    {
      what: { identifier: { value: object_id } },
      type: coding(
        OBJECT_TYPE,
        object_type === 'patients' || object_type === 'principal'
          ? { code: '1', display: 'Person' }
          : { code: '2', display: 'System Object' },
      ),
      ...(role === undefined ? {} : { role: coding(OBJECT_ROLE, role) }),
      ...(known.length === 0 ? {} : { detail: known }),
    },
  ];
}

function chainOf({ seq, hash, prev_hash }: AuditEntry): AuditEventEntity {
  return {
    what: { identifier: { value: hash } },
    role: coding(OBJECT_ROLE, CHAIN),
    description: `Entry ${seq} of the audit log, by its SHA-256.`,
    detail: [{ type: 'prev_hash', valueString: prev_hash }],
  };
}

function coding(system: string, { code, display }: AuditCode): Coding {
  return { system, code, display };
}
