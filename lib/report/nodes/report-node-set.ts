/**
 * The Lexical node set of a report, for the editor (`ReportExtension`) and for headless editors (`REPORT_NODES`,
 * `REPORT_HTML`). Defined once, because two different sets would lose content.
 */
import { HorizontalRuleExtension, HorizontalRuleNode } from '@lexical/extension';
import { AutoLinkNode, LinkExtension, LinkNode } from '@lexical/link';
import { ListExtension, ListItemNode, ListNode } from '@lexical/list';
import {
  $createHeadingNode,
  HeadingNode,
  type HeadingTagType,
  QuoteNode,
  RichTextExtension,
} from '@lexical/rich-text';
import { TableCellNode, TableExtension, TableNode, TableRowNode } from '@lexical/table';
import {
  configExtension,
  type DOMExportOutput,
  defineExtension,
  type HTMLConfig,
  type Klass,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { safeHref } from '#report/html/safe-href.ts';
import { ReportFieldNode } from './field-node.ts';
import { ReportFigureNode } from './figure-node.ts';
import { $getSectionCode, $setSectionCode } from './loinc-sections.ts';

export const REPORT_NODES: readonly Klass<LexicalNode>[] = [
  HeadingNode,
  QuoteNode,
  ListNode,
  ListItemNode,
  LinkNode,
  AutoLinkNode,
  TableNode,
  TableRowNode,
  TableCellNode,
  HorizontalRuleNode,
  ReportFieldNode,
  ReportFigureNode,
];

const SECTION_CODE_ATTRIBUTE = 'data-section-code';
const HEADING_TAGS: readonly HeadingTagType[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Keeps section codes with their headings in copy, paste, derivation and import. */
export const REPORT_HTML: HTMLConfig = {
  export: new Map([[HeadingNode, $exportHeading]]),
  import: Object.fromEntries(HEADING_TAGS.map((tag) => [tag, importHeading(tag)])),
};

function $exportHeading(editor: LexicalEditor, node: LexicalNode): DOMExportOutput {
  const output = node.exportDOM(editor);
  const code = node instanceof HeadingNode ? $getSectionCode(node) : null;
  if (code !== null && output.element instanceof HTMLElement) {
    output.element.setAttribute(SECTION_CODE_ATTRIBUTE, code);
  }
  return output;
}

function importHeading(tag: HeadingTagType) {
  return (element: HTMLElement) => {
    const code = element.getAttribute(SECTION_CODE_ATTRIBUTE);
    if (code === null) return null;
    return {
      conversion: () => ({ node: $setSectionCode($createHeadingNode(tag), code) }),
      priority: 2 as const,
    };
  };
}

/** The report's editor: rich text, lists, links, tables without nesting, rules, fields, figures, section codes. */
export const ReportExtension = defineExtension({
  name: '@vault/report',
  namespace: 'report',
  nodes: () => [...REPORT_NODES],
  // Class names for the style sheet; an editor's own theme may replace them.
  theme: { reportField: 'report-field', tableScrollableWrapper: 'report-table-scroll' },
  html: REPORT_HTML,
  dependencies: [
    RichTextExtension,
    ListExtension,
    configExtension(LinkExtension, { validateUrl: (url) => safeHref(url) !== null }),
    configExtension(TableExtension, { hasNestedTables: false, hasCellBackgroundColor: false }),
    HorizontalRuleExtension,
  ],
});
