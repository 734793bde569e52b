/** Builds Lexical states of plain paragraphs, as an editor saves them. */
export const paragraph = (text: string) => ({
  type: 'paragraph',
  version: 1,
  direction: null,
  format: '',
  indent: 0,
  textFormat: 0,
  textStyle: '',
  children: [{ type: 'text', version: 1, text, format: 0, detail: 0, mode: 'normal', style: '' }],
});

export const reportState = (...children: object[]): string =>
  JSON.stringify({
    root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children },
  });
