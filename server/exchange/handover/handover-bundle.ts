/**
 * Builds the FHIR bundle inside a hand-over: the exam's, with files referenced by their position in the same HTML file.
 */
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import type { FhirBundle, FhirBundleResource } from '#contract/exchange/routes.ts';
import { utf8, wipe } from '#crypto/bytes.ts';
import { isJsonObject } from '#records/json-object.ts';

export interface HandoverFacts {
  readonly vault: string;
  readonly by: string;
  readonly at: string;
  /** Number of the exam's version. */
  readonly version: number;
  /** Day from which the receiver is asked to delete the file, `YYYY-MM-DD`. */
  readonly delete_after?: string;
  /** The patient is invented. */
  readonly sample?: true;
  /** Communication of a critical result in each language of the page, where the report's text does not say it. */
  readonly critical?: ReadonlyMap<PaperLanguage, string>;
}

interface HandoverContents {
  /** Ids of the included files, in the order of their parts. */
  readonly files: readonly string[];
  readonly facts: HandoverFacts;
  /** The report file that signatures cover. */
  readonly signed_report: string | undefined;
  readonly key_images: readonly FhirBundleResource[];
}

export function toHandoverBundle(
  bundle: FhirBundle,
  { files, facts, signed_report, key_images }: HandoverContents,
): FhirBundle {
  const along = bundle.entry.flatMap((entry) => {
    if (entry.resource.resourceType !== 'DocumentReference') return [entry];
    const at = files.indexOf(entry.resource.id);
    return at === -1 ? [] : [{ ...entry, resource: withPlace(entry.resource, `#file-${at + 1}`) }];
  });
  const more = [
    factsResource(facts),
    ...(signed_report === undefined ? [] : [signedResource(signed_report)]),
    ...key_images,
  ];
  return {
    ...bundle,
    entry: [
      ...along,
      ...more.map((resource) => ({
        fullUrl: `urn:sealed-records:${resource.resourceType}/${resource.id}`,
        resource,
      })),
    ],
  };
}

function withPlace(resource: FhirBundleResource, url: string): FhirBundleResource {
  const [content]: readonly unknown[] = Array.isArray(resource['content']) ? resource['content'] : [];
  const attachment =
    isJsonObject(content) && isJsonObject(content['attachment']) ? content['attachment'] : {};
  return { ...resource, content: [{ attachment: { ...attachment, url } }] };
}

function factsResource({
  vault,
  by,
  at,
  version,
  delete_after,
  sample,
  critical,
}: HandoverFacts): FhirBundleResource {
  return {
    resourceType: 'Parameters',
    id: 'handover',
    parameter: [
      { name: 'vault', valueString: vault },
      { name: 'by', valueString: by },
      { name: 'at', valueInstant: at },
      { name: 'version', valueInteger: version },
      ...(delete_after === undefined ? [] : [{ name: 'delete-after', valueDate: delete_after }]),
      ...(sample === undefined ? [] : [{ name: 'sample', valueString: 'true' }]),
      ...[...(critical ?? [])].map(([language, line]) => ({
        name: `critical-result-${language}`,
        valueString: line,
      })),
    ],
  };
}

function signedResource(html: string): FhirBundleResource {
  return {
    resourceType: 'DocumentReference',
    id: 'signed-report',
    status: 'current',
    description: 'The report as it was signed',
    content: [
      {
        attachment: {
          contentType: 'text/html',
          title: 'report.html',
          data: base64Of(html),
        },
      },
    ],
  };
}

/** Uses a separate buffer and wipes it, because a short text would stay in Node's shared pool. */
function base64Of(text: string): string {
  const bytes = utf8(text);
  try {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  } finally {
    wipe(bytes);
  }
}
