/** The key images of a report beside it in a hand-over: PNGs with what was measured on them, as the PDF shows them. */
import type { DocumentView } from '#contract/documents/views.ts';
import type { FhirBundleResource } from '#contract/exchange/routes.ts';
import { type NoPaperPicture, type PaperPicture, pictureKey } from '#paper/pdf/picture.ts';
import { encodePng } from '#paper/pdf/png.ts';
import { reportLanguage } from '#records/reports/report-language.ts';
import { picturesOfHtml } from '#report/figures-in-html.ts';
import { type KeyPicturePorts, renderKeyImages, wipeKeyImages } from '#server/exchange/key-images.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

/** Which figures of the report show it, counted from 1. */
const FIGURE = 'urn:sealed-records:fhir:figure';
/** How high a pixel is by its width, and the marks, as JSON. */
const DRAWN = 'urn:sealed-records:fhir:key-image';

/** One Media each; one that cannot be shown says why. @throws like `renderKeyImages` */
export async function keyImageResources(
  ports: KeyPicturePorts,
  actor: Actor,
  view: DocumentView<'exams'>,
): Promise<FhirBundleResource[]> {
  const { custom_attributes, report_html } = view.record;
  const pictures = await renderKeyImages(ports, actor, view, reportLanguage(custom_attributes) ?? 'en');
  const figures = picturesOfHtml(report_html).map(pictureKey);
  const resources = [...pictures].map(([key, picture], at) => ({
    resourceType: 'Media',
    id: `key-image-${at + 1}`,
    identifier: figures.flatMap((shown, index) =>
      shown === key ? [{ system: FIGURE, value: String(index + 1) }] : [],
    ),
    ...shownAs(picture),
  }));
  wipeKeyImages(pictures);
  return resources;
}

function shownAs(picture: PaperPicture | NoPaperPicture) {
  if ('missing' in picture) return { status: 'not-done', content: { title: picture.missing } };
  const { name, columns, rows, pixel_aspect, marks } = picture;
  return {
    extension: [{ url: DRAWN, valueString: JSON.stringify({ pixel_aspect, marks }) }],
    status: 'completed',
    width: columns,
    height: rows,
    content: { contentType: 'image/png', title: name, data: encodePng(picture).toString('base64') },
  };
}
