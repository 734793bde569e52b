import { describe, expect, test } from 'vitest';
import { picturesOfHtml } from '#report/figures-in-html.ts';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { parsePictureMeta } from '#report/state/picture-meta.ts';

const NODE = '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f';

describe('a figure of a report', () => {
  test('keeps which picture it shows, and nothing that could load one', () => {
    const given =
      `<figure data-picture="${NODE}" data-picture-window="-600 1500" onclick="x()" style="background:url(x)">` +
      '<img src="https://x.example/a.png"><figcaption>Nodule</figcaption></figure>';
    expect(canonicalHtml(given)).toBe(
      `<figure data-picture="${NODE}" data-picture-window="-600 1500">Nodule</figure>`,
    );
  });

  test('of anybody else is a layout tag: its text stays', () => {
    expect(canonicalHtml('<figure>Nodule</figure>')).toBe('<p>Nodule</p>');
  });

  test('without a caption stays', () => {
    expect(canonicalHtml(`<figure data-picture="${NODE}"></figure>`)).toBe(
      `<figure data-picture="${NODE}"><br></figure>`,
    );
  });

  test('takes the default for what is no picture', () => {
    const window = { center: 40, width: 0 };
    expect(parsePictureMeta({ node_id: '../x', frame: 0, window })).toEqual({
      node_id: '',
      frame: 1,
      window: null,
    });
  });

  test('is found wherever it stands, in order', () => {
    const cell = `<table><tbody><tr><td><figure data-picture="${NODE}" data-picture-frame="3">a</figure></td></tr></tbody></table>`;
    expect(picturesOfHtml(`${cell}<figure data-picture="${NODE}">b</figure>`)).toMatchObject([
      { node_id: NODE, frame: 3 },
      { node_id: NODE, frame: 1 },
    ]);
  });
});
