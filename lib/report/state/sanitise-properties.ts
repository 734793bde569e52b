/**
 * Sets the properties of known nodes to the types Lexical expects. Other properties (`$` node state, a column width)
 * are kept where they cannot make the parser throw.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { parseFieldMeta } from './field-meta.ts';
import { parsePictureMeta } from './picture-meta.ts';

const HEADING_TAG = /^h[1-6]$/;
const LIST_TYPES = ['bullet', 'number', 'check'];
const ALIGNMENTS = ['', 'left', 'start', 'center', 'right', 'end', 'justify'];

/** A copy of the node without children, with properties Lexical can read. */
export function sanitiseProperties(node: LexicalNodeJson): LexicalNodeJson {
  const { type } = node;
  const shared = { type, version: 1, ...nodeState(node) };
  switch (type) {
    case 'text':
    case 'tab':
      return {
        ...shared,
        text: type === 'tab' ? '\t' : textOr(node['text'], ''),
        format: integer(node['format'], 0, 0, 0xffff),
        detail: integer(node['detail'], 0, 0, 0xff),
        mode: oneOf(['normal', 'token', 'segmented'], node['mode']),
        style: harmlessStyle(node['style']),
      };
    case 'linebreak':
    case 'horizontalrule':
      return shared;
    default:
      return { ...shared, ...elementProperties(node), ...ownProperties(node) };
  }
}

function elementProperties(node: LexicalNodeJson) {
  const direction = node['direction'];
  return {
    direction: direction === 'ltr' || direction === 'rtl' ? direction : null,
    format: oneOf(ALIGNMENTS, node['format']),
    indent: integer(node['indent'], 0, 0, 20),
    textFormat: integer(node['textFormat'], 0, 0, 0xffff),
    textStyle: harmlessStyle(node['textStyle']),
    children: [],
  };
}

function ownProperties(node: LexicalNodeJson): Record<string, unknown> {
  switch (node.type) {
    case 'heading': {
      const tag = textOr(node['tag'], '');
      return { tag: HEADING_TAG.test(tag) ? tag : 'h2' };
    }
    case 'list': {
      const listType = oneOf(LIST_TYPES, node['listType']);
      return {
        listType,
        tag: listType === 'number' ? 'ol' : 'ul',
        start: integer(node['start'], 1, 0, 999_999),
      };
    }
    case 'listitem': {
      const checked = node['checked'];
      return {
        value: integer(node['value'], 1, 0, 999_999),
        ...(typeof checked === 'boolean' ? { checked } : {}),
      };
    }
    case 'tablecell':
      return {
        headerState: integer(node['headerState'], 0, 0, 3),
        colSpan: integer(node['colSpan'], 1, 1, 100),
        rowSpan: integer(node['rowSpan'], 1, 1, 100),
        backgroundColor: null,
        ...(typeof node['width'] === 'number' ? { width: node['width'] } : {}),
      };
    case 'tablerow':
      return typeof node['height'] === 'number' ? { height: node['height'] } : {};
    case 'table': {
      const widths = node['colWidths'];
      const isWidths = Array.isArray(widths) && widths.every((width) => typeof width === 'number');
      return isWidths ? { colWidths: widths } : {};
    }
    case 'link':
    case 'autolink':
      return {
        url: textOr(node['url'], ''),
        rel: textOr(node['rel'], null),
        target: textOr(node['target'], null),
        title: textOr(node['title'], null),
        ...(node.type === 'autolink' ? { isUnlinked: node['isUnlinked'] === true } : {}),
      };
    case 'report-field':
      return { field: parseFieldMeta(node['field']) };
    case 'report-figure':
      return { picture: parsePictureMeta(node['picture']) };
    default:
      return {};
  }
}

function nodeState(node: LexicalNodeJson): Record<string, unknown> {
  const state = node['$'];
  return typeof state === 'object' && state !== null && !Array.isArray(state) ? { $: state } : {};
}

/** Styles enter the page unchanged, so one that could load something is dropped. */
function harmlessStyle(value: unknown): string {
  const style = textOr(value, '');
  return /^[\w\s:;#,.%()-]*$/.test(style) && !/url|image|expression/i.test(style) ? style : '';
}

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}

function integer(value: unknown, fallback: number, min: number, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? value
    : fallback;
}

/** The value if it is one of `members`, else the first of them. */
function oneOf(members: readonly string[], value: unknown): string {
  return members.find((member) => member === value) ?? members[0] ?? '';
}
