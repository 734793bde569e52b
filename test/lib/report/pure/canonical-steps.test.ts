import { describe, expect, test } from 'vitest';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { countArraySteps } from '#test/support/count-array-steps.ts';

/** Shapes that open more and more elements, or close what was never opened. */
const SHAPES: Record<string, (times: number) => string> = {
  'nested div': (times) => `${'<div>'.repeat(times)}x${'</div>'.repeat(times)}`,
  'div never closed': (times) => '<div>'.repeat(times),
  'span never closed': (times) => '<p>'.concat('<span>a'.repeat(times)),
  'nested lists': (times) => '<ul><li>'.repeat(times),
  'nested tables': (times) => '<table><tr><td>'.repeat(times),
  'unknown tags': (times) => '<x-y>'.repeat(times),
  'ends without a start': (times) => '<div>'.repeat(times) + '</p>'.repeat(times),
  'wrong order': (times) => '<b><i>'.repeat(times) + '</b></i>'.repeat(times),
  'script in depth': (times) => '<div>'.repeat(times) + '<script>a</script>'.repeat(times),
};

const TIMES = 8000;

describe('canonicalHtml', () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    test(`takes twice the steps for twice as much: ${name}`, () => {
      const [once, twice] = [TIMES, 2 * TIMES].map((times) =>
        countArraySteps(() => canonicalHtml(shape(times))),
      );
      expect(twice).toBeLessThan(2.5 * (once ?? 0) + TIMES);
    });
  }

  test('keeps the text of what nests too deep, in paragraphs, and nothing of what is dropped', () => {
    const deep = '<div class="a>b">'.repeat(3000);
    const html = canonicalHtml(
      `<p>A &amp; B</p>${deep}one<br>two <b>three</b><!-- <p>no --><script>x<p></script><SVG><a>y</a></svg ><input>four<div title='>'>five`,
    );
    expect(html).toBe('<p>A &amp; B</p><p>one</p><p>two threefour</p><p>five</p>');
    expect(canonicalHtml(html)).toBe(html);
  });

  test('keeps the structure of tags a program forgot to close', () => {
    expect(canonicalHtml('<p><b>Finding: <b>none</p>'.repeat(300))).toContain(
      '<strong>Finding: none</strong>',
    );
  });
});
