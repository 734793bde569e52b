/**
 * Reads the multipart form of an upload: exactly one file part, text fields in any order, nothing else. The file is
 * sealed while it arrives; the parser's own temporary files are never used.
 * Source: choices, "Drives", Upload; API spec, "Limits" 1.
 */

import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { StoredFile } from '#contract/drives/node.ts';
import { UPLOAD_FIELDS, type UploadFields, UploadFieldsSchema } from '#contract/drives/requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { ReceivedFile } from '#server/drives/transfers/single-upload.ts';
import { withIdempotency } from '#server/http/request/idempotency.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import { validationMessage } from '#server/http/request/validation-message.ts';
import { transferActivity } from './transfer-activity.ts';

const FILE_PART = 'file';
/** Largest form field read: longer than any allowed value, to distinguish a too long field from a truncated one. */
const FIELD_MAX_BYTES = 4096;
const HEADER_PAIRS_MAX = 32;
/** Upper bound of the form without its file. */
const FORM_OVERHEAD_BYTES = 128 * 1024;

/** The parser's own limits; drives limit the file's size. */
export const FORM_LIMITS = {
  preservePath: true,
  throwFileSizeLimit: false,
  limits: {
    fieldNameSize: 100,
    fieldSize: FIELD_MAX_BYTES,
    fields: UPLOAD_FIELDS.length + 1,
    files: 2,
    parts: UPLOAD_FIELDS.length + 3,
    headerPairs: HEADER_PAIRS_MAX,
    fileSize: Number.POSITIVE_INFINITY,
  },
};

interface UploadForm {
  readonly file: ReceivedFile;
  readonly fields: UploadFields & { readonly name: string };
}

/** Receives the form and creates the node. For an `Idempotency-Key` the content's hash represents the content. */
export async function handleUpload(
  drives: DrivesService,
  request: FastifyRequest,
  securityGroupId: SecurityGroupId,
): Promise<StoredFile> {
  const actor = actorOf(request);
  let formText = '';
  async function receive(): Promise<UploadForm> {
    const form = await receiveForm(drives, request, securityGroupId);
    const { size, sha256 } = form.file;
    formText = JSON.stringify([Object.entries(form.fields).sort(), size, sha256]);
    return form;
  }
  return withIdempotency(request, {
    async run(options) {
      const { file, fields } = await receive();
      return drives.commitFile(actor, file, fields, options);
    },
    async receive() {
      await drives.discardFile((await receive()).file);
    },
    again: async (nodeId: NodeId) => drives.getStored(actor, securityGroupId, nodeId),
    bodyText: () => formText,
  });
}

/**
 * Reads the form and seals its file.
 * @throws invalid_request, malformed_request, and errors of the upload; nothing remains then.
 */
async function receiveForm(
  drives: DrivesService,
  request: FastifyRequest,
  securityGroupId: SecurityGroupId,
): Promise<UploadForm> {
  if (!request.isMultipart()) {
    throw new VaultError('invalid_request', 'This route takes a body of Content-Type multipart/form-data.');
  }
  const fields: Record<string, string> = {};
  let file: ReceivedFile | undefined;
  let filename: string | undefined;
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') addField(fields, part);
      else {
        if (part.fieldname !== FILE_PART) throw unknownField();
        if (file !== undefined)
          throw new VaultError('invalid_request', 'The form has more than one file. Send one at a time.');
        filename = part.filename;
        file = await drives.receiveFile(actorOf(request), securityGroupId, part.file, {
          onActivity: transferActivity(request),
          freeChunks: true,
          atLeastBytes: Math.max(Number(request.headers['content-length'] ?? 0) - FORM_OVERHEAD_BYTES, 0),
        });
        if (part.file.truncated) throw new VaultError('request_too_large', 'The file is too large.');
      }
    }
    if (file === undefined) {
      throw new VaultError('invalid_request', 'The form has no file: send one file part «file».');
    }
    return { file, fields: checkFields(request, { ...(filename ? { name: filename } : {}), ...fields }) };
  } catch (error) {
    if (file !== undefined) await drives.discardFile(file);
    throw error;
  }
}

type Part = MultipartFile | MultipartValue;

/** Converts the parser's errors to errors about the form. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part, void, undefined> {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof VaultError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^FST_(PROTO|FIELDS|PARTS|FILES|INVALID_JSON)/.test(code)) throw unknownField();
    throw new VaultError(
      'malformed_request',
      'The multipart form is not well-formed or was cut off. Send it again.',
      {
        cause: error,
      },
    );
  }
}

function addField(
  fields: Record<string, string>,
  { fieldname, value, valueTruncated }: MultipartValue,
): void {
  if (!UPLOAD_FIELDS.some((known) => known === fieldname)) throw unknownField();
  if (Object.hasOwn(fields, fieldname))
    throw new VaultError('invalid_request', 'The form has a field twice. Send it once.');
  if (typeof value !== 'string' || valueTruncated) {
    throw new VaultError('invalid_request', 'A field of the form is not text or is too long.');
  }
  fields[fieldname] = value;
}

function checkFields(request: FastifyRequest, fields: Record<string, string>): UploadForm['fields'] {
  const validate = request.compileValidationSchema(UploadFieldsSchema, 'body');
  if (!validate(fields))
    throw new VaultError('invalid_request', validationMessage('form', validate.errors ?? []));
  const { name } = fields;
  if (name === undefined) {
    throw new VaultError('invalid_request', 'The file has no name: give a file name or the field «name».');
  }
  return { ...fields, name };
}

function unknownField(): VaultError {
  return new VaultError(
    'invalid_request',
    `The form may hold one file part «file» and the fields ${UPLOAD_FIELDS.join(', ')}.`,
  );
}
