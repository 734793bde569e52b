/** Small builders of editor states for the report tests. */
import { type LexicalNodeJson, type LexicalStateJson, parseLexicalState } from '#report/lexical-state.ts';

export function textNode(text: string, format = 0): LexicalNodeJson {
  return { type: 'text', version: 1, text, format, detail: 0, mode: 'normal', style: '' };
}

export function paragraph(...children: readonly (string | LexicalNodeJson)[]): LexicalNodeJson {
  return element('paragraph', ...children);
}

export function element(type: string, ...children: readonly (string | LexicalNodeJson)[]): LexicalNodeJson {
  return {
    type,
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: children.map((child) => (typeof child === 'string' ? textNode(child) : child)),
  };
}

/** The serialized state of the given blocks. */
export function stateOf(children: readonly LexicalNodeJson[]): string {
  return JSON.stringify({ root: element('root', ...children) });
}

export function parsedState(...children: readonly LexicalNodeJson[]): LexicalStateJson {
  return parseLexicalState(stateOf(children));
}
