import { describe, expect, test } from 'vitest';
import type { DocumentId, SecurityGroupId, VersionId, WorkspaceId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { dekContext, nameContext, versionContext } from '#crypto/sealing/context.ts';
import { encodeContext, type SealContext } from '#crypto/sealing/context-bytes.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';
import { idOf } from '#test/support/ids.ts';

const hex = (context: SealContext) => encodeHex(encodeContext(context));

describe('encodeContext', () => {
  test('no two slots share their bytes', () => {
    const encoded = Object.values(CONTEXTS).map(hex);
    expect(new Set(encoded).size).toBe(encoded.length);
  });

  test('every single field of every slot changes the bytes', () => {
    for (const context of Object.values(CONTEXTS)) {
      const variants = Object.entries(context.fields).map(([name, value]) => {
        const changed = typeof value === 'number' ? value + 1 : value === null ? 'x' : `${String(value)}x`;
        return hex({ ...context, fields: { ...context.fields, [name]: changed } });
      });
      variants.push(
        hex({ ...context, workspace_id: idOf('other') }),
        hex({ ...context, security_group_id: idOf('other') }),
      );
      expect(new Set([hex(context), ...variants]).size).toBe(variants.length + 1);
    }
  });

  test('fields that do not belong to the slot are not authenticated, and properties may come in any order', () => {
    const { fields, ...head } = CONTEXTS.draft;
    const reordered = Object.fromEntries(Object.entries({ ...fields, name: 'stray' }).reverse());
    expect(hex({ fields: reordered, ...head })).toBe(hex(CONTEXTS.draft));
  });

  test('"no previous version" differs from an empty id', () => {
    const first = CONTEXTS.firstVersion;
    expect(hex({ ...first, fields: { ...first.fields, prev_version_id: '' } })).not.toBe(hex(first));
  });

  test('the stream of a version is authenticated', () => {
    expect(encodeHex(encodeContext(CONTEXTS.version))).toContain(encodeHex(Buffer.from('data')));
  });
});

describe('context constructors', () => {
  const group = {
    workspace_id: idOf<WorkspaceId>('w'),
    security_group_id: idOf<SecurityGroupId>('g'),
  };

  test('a DEK is named after its object unless it is given an id of its own', () => {
    const own = { ...group, object_id: 'o', gk_gen: 1 };
    expect(hex(dekContext(own))).toBe(hex(dekContext({ ...own, dek_id: 'o' })));
    expect(hex(dekContext(own))).not.toBe(hex(dekContext({ ...own, dek_id: 'p' })));
  });

  test('the kind of a node does not overwrite the kind of the context', () => {
    expect(nameContext({ ...group, node_id: idOf('n'), kind: 'version' }).kind).toBe('name');
  });

  test('a version is bound to the envelope before it', () => {
    const fields = {
      ...group,
      resource: 'exams',
      document_id: idOf<DocumentId>('d'),
      version_id: idOf<VersionId>('v'),
      seq: 2,
      prev_version_id: idOf<VersionId>('u'),
      created_by: 'p',
      created_at: 't',
    };
    const a = versionContext({ ...fields, prev_envelope_sha256: new Uint8Array(32).fill(1) });
    const b = versionContext({ ...fields, prev_envelope_sha256: new Uint8Array(32).fill(2) });
    expect(hex(a)).not.toBe(hex(b));
  });
});
