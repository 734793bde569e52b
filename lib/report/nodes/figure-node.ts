/**
 * The key image of a report: a Lexical block whose children are its caption. The picture's id is node state, stored
 * flat as `picture`; the picture itself stays a sealed file of the exam, outside the report's HTML.
 */
import {
  $createParagraphNode,
  $getState,
  $setState,
  createState,
  type DOMConversionMap,
  type DOMExportOutput,
  type EditorConfig,
  ElementNode,
  type LexicalUpdateJSON,
  NODE_STATE_DIRECT,
  type RangeSelection,
  type SerializedElementNode,
  type Spread,
} from 'lexical';
import {
  PICTURE_ATTRIBUTE,
  type PictureMeta,
  parsePictureMeta,
  pictureAttributes,
  pictureFromAttributes,
} from '#report/state/picture-meta.ts';
import { createTagged, importTagged } from './node-element.ts';

const pictureState = createState('picture', { parse: parsePictureMeta });

export type SerializedReportFigureNode = Spread<{ picture?: PictureMeta }, SerializedElementNode>;

export class ReportFigureNode extends ElementNode {
  override $config() {
    return this.config('report-figure', {
      extends: ElementNode,
      stateConfigs: [{ flat: true, stateConfig: pictureState }],
    });
  }

  override createDOM(config: EditorConfig): HTMLElement {
    return createTagged('figure', pictureAttributes(this.getPicture()), config.theme['reportFigure']);
  }

  override updateDOM(previous: this): boolean {
    return $getState(previous, pictureState, NODE_STATE_DIRECT) !== this.getPicture();
  }

  override exportDOM(): DOMExportOutput {
    const element = createTagged('figure', pictureAttributes(this.getPicture()));
    if (this.isEmpty()) element.append(document.createElement('br'));
    return { element };
  }

  static override importDOM(): DOMConversionMap | null {
    return importTagged('figure', PICTURE_ATTRIBUTE, (get) =>
      $createReportFigureNode(pictureFromAttributes(get)),
    );
  }

  override exportJSON(): SerializedReportFigureNode {
    return super.exportJSON();
  }

  override updateFromJSON(json: LexicalUpdateJSON<SerializedReportFigureNode>): this {
    return super.updateFromJSON(json);
  }

  getPicture(): PictureMeta {
    return $getState(this, pictureState);
  }

  /** Enter ends the caption. */
  override insertNewAfter(_selection: RangeSelection, restoreSelection?: boolean): ElementNode {
    const paragraph = $createParagraphNode();
    this.insertAfter(paragraph, restoreSelection);
    return paragraph;
  }

  /** Backspace before the caption removes the picture and keeps the caption. */
  override collapseAtStart(): true {
    const paragraph = $createParagraphNode().append(...this.getChildren());
    this.replace(paragraph);
    return true;
  }
}

export function $createReportFigureNode(meta: PictureMeta): ReportFigureNode {
  return $setState(new ReportFigureNode(), pictureState, meta);
}
