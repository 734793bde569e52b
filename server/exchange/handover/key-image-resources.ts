/** Adds the key images of a report to a hand-over: PNGs with their annotations, as in the PDF. */

import type { DocumentView } from '#contract/documents/views.ts';
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import type { FhirBundleResource } from '#contract/exchange/routes.ts';
import { type NoPaperPicture, type PaperPicture, pictureKey } from '#paper/pdf/figure-picture.ts';
import { encodePng } from '#paper/pdf/png.ts';
import { picturesOfHtml } from '#report/figures-in-html.ts';
import { type KeyPicturePorts, renderKeyImages, wipeKeyImages } from '#server/exchange/render-key-images.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

/** Numbers of the report's figures that show the image, from 1. */
const FIGURE = 'urn:sealed-records:fhir:figure';
/** Pixel aspect and annotations, as JSON. */
const DRAWN = 'urn:sealed-records:fhir:key-image';

/**
 * Creates a FHIR Media for each key image; one that cannot be shown states the reason. @throws like
 * `renderKeyImages`
 */
export async function keyImageResources(
  ports: KeyPicturePorts,
  actor: Actor,
  view: DocumentView<'exams'>,
  language: PaperLanguage,
): Promise<FhirBundleResource[]> {
  const { report_html } = view.record;
  const pictures = await renderKeyImages(ports, actor, view, language);
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
