/**
 * Type test: schemas, handlers' responses and SDK calls agree. Runs nothing; `tsc -b` checks it, and a line that
 * should not compile but does fails the build.
 */
import type { FastifyInstance } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { CreateBody, UpdateBody } from '#contract/documents/requests.ts';
import { documentRoutes } from '#contract/documents/routes.ts';
import type { DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { parseDocumentId, type Unbranded } from '#contract/ids.ts';
import type { BodyOf, QueryOf, ResponseOf } from '#contract/route.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import { addRoute } from '#server/http/register-route.ts';
import type { DocumentStore } from '#server/storage/documents/document-store.ts';
import type { NodeStore } from '#server/storage/drives/node-store.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(answer: Same<A, B>): void;

declare const app: FastifyInstance;
declare const version: DocumentVersion;
declare const view: DocumentView<'exams'>;
declare const exchange: HttpExchange;
declare const documents: DocumentStore;
declare const nodes: NodeStore;
declare const sent: Unbranded<{ patient_id: typeof view.index.document_id }>;
declare const { node_id }: DriveNode;

const EXAMS = documentRoutes('exams');
const PATIENTS = documentRoutes('patients');

export function handlersAnswerTheirRoute(): void {
  // @ts-expect-error a number is no vault state
  addRoute(app, ACCESS_ROUTES.getVault, () => 42);
  // @ts-expect-error nothing is no vault state
  addRoute(app, ACCESS_ROUTES.getVault, async () => undefined);
  // @ts-expect-error an answer without its fields
  addRoute(app, ACCESS_ROUTES.getHealth, () => 'alive');
  // @ts-expect-error the number of a version is no text
  addRoute(app, EXAMS.listVersions, () => ({ items: [{ ...version, seq: '1' }], next_cursor: null }));
  // @ts-expect-error the view of another resource
  addRoute(app, PATIENTS.get, () => view);
  // @ts-expect-error a byte stream is sent by its handler
  addRoute(app, DRIVE_ROUTES.getContent, () => ({}));
  addRoute(app, EXAMS.get, () => view);
  addRoute(app, EXAMS.listVersions, () => ({ items: [version], next_cursor: null }));
}

export function handlersSeeTheirRequest(): void {
  addRoute(app, EXAMS.update, ({ body, params }) => {
    // @ts-expect-error no such field in the body
    void body.surprise;
    // @ts-expect-error the parameter is `exam_id`
    void params.patient_id;
    void params.exam_id;
    return { ...view, record: { ...view.record, title: body.record.title ?? null } };
  });
}

export function bodiesAreTheirSchemas(): void {
  same<BodyOf<typeof EXAMS.update>, UpdateBody<'exams'>>(true);
  same<BodyOf<typeof EXAMS.create>, CreateBody<'exams'>>(true);
  same<ResponseOf<typeof EXAMS.get>, DocumentView<'exams'>>(true);
  same<QueryOf<typeof DRIVE_ROUTES.deleteNode>, { purge?: boolean }>(true);
  const update: UpdateBody<'patients'> = { record: {} };
  // @ts-expect-error an extra field
  const odd: UpdateBody<'patients'> = { record: {}, surprise: 1 };
  // @ts-expect-error a field of exams
  const other: UpdateBody<'patients'> = { record: { report_html: '' } };
  // @ts-expect-error patients are linked to nobody
  const linked: CreateBody<'patients'> = { security_group_id: '', record: {}, patient_id: '' };
  void [update, odd, other, linked];
}

export function idsAreOfOneKind(): void {
  const { document_id, security_group_id } = view.index;
  const group: typeof security_group_id = view.index.security_group_id;
  // @ts-expect-error a document is no group
  const swapped: typeof security_group_id = document_id;
  // @ts-expect-error a group is no document
  documents.find(security_group_id);
  // @ts-expect-error text is no document
  documents.find('01900000-0000-7000-8000-000000000000');
  // @ts-expect-error neither is what a caller sent before it was parsed
  documents.find(sent.patient_id);
  // @ts-expect-error a node is no document
  documents.find(node_id);
  // @ts-expect-error a document is no node
  nodes.find(document_id);
  documents.find(document_id);
  documents.find(parseDocumentId(sent.patient_id));
  nodes.find(node_id);
  addRoute(app, EXAMS.get, ({ params }) => {
    // @ts-expect-error an exam is no version
    const { version_id }: { version_id: typeof version.version_id } = { version_id: params.exam_id };
    void version_id;
    return view;
  });
  void [group, swapped];
}

export async function callsAreTypedByTheirRoute(): Promise<void> {
  const params = { exam_id: '' };
  const opened = await exchange.call(EXAMS.get, { params, query: { include_draft: true } });
  same<typeof opened, DocumentView<'exams'>>(true);
  // @ts-expect-error the path needs its parameter
  await exchange.call(EXAMS.get, {});
  // @ts-expect-error no such query
  await exchange.call(EXAMS.get, { params, query: { surprise: true } });
  // @ts-expect-error the body is missing
  await exchange.call(EXAMS.update, { params });
  // @ts-expect-error a body where the route takes none
  await exchange.call(EXAMS.get, { params, body: {} });
  const state = await exchange.call(ACCESS_ROUTES.getVault, {});
  // @ts-expect-error the answer has no such field
  void state.surprise;
}
