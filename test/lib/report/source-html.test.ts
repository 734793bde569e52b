import { describe, expect, test } from 'vitest';
import { reportFromMarkdown } from '#report/pure/build-report-without-dom.ts';

const htmlOf = (markdown: string) => reportFromMarkdown(markdown).report_html;

describe('reportFromMarkdown', () => {
  test('keeps check boxes as signs', () => {
    expect(htmlOf('- [x] consent\n- [ ] contrast\n')).toBe('<ul><li>☑ consent</li><li>☐ contrast</li></ul>');
  });

  test('keeps pictures by their alternative text, else by their title or address', () => {
    expect(htmlOf('See ![axial slice 12](a.png) and ![](b.png "Key image").')).toBe(
      '<p>See axial slice 12 and Key image.</p>',
    );
    expect(htmlOf('![](key.png)')).toContain('key.png');
  });

  test('keeps footnotes, those of one word and of several lines too', () => {
    const html = htmlOf('Nodule[^1] and cyst[^b].\n\n[^1]: Fleischner\n[^b]: Bosniak **II**,\n    stable.\n');
    expect(html).toBe(
      '<p>Nodule<sup>[1]</sup> and cyst<sup>[b]</sup>.</p><hr>' +
        '<p><sup>[1]</sup> Fleischner</p><p><sup>[b]</sup> Bosniak <strong>II</strong>, stable.</p>',
    );
  });

  test('text in brackets that is no footnote stays text', () => {
    expect(htmlOf('Segment [IV] and `[^x]`')).toBe('<p>Segment [IV] and <code>[^x]</code></p>');
  });
});
