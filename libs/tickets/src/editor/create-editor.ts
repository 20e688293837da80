import { baseKeymap, chainCommands, joinTextblockForward } from 'prosemirror-commands'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { EditorState, Selection, TextSelection, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { RichBox } from '../model/markdown/text-box'
import { commandOf, indent, linkAt, newLine, outdent, plainLine, setLink } from './commands'
import { addressOf, clipboardText, parsePlain, sliceOf } from './clipboard'
import { markdownRules } from './input-rules'
import { parseMessage } from './parse-message'
import { writeMessage } from './write-message'

export interface EditorEvents {
  onText: (text: string) => void
  /** The selection or the text changed. */
  onSelect: () => void
  /** Asks for the address of a link. */
  onLink: (link: { from: number; to: number; href: string }) => void
}

export interface Editor {
  box: RichBox
  view: EditorView
  /** Takes a text that was not typed here, such as a macro or a draft of another tab. */
  setText: (text: string) => void
  setLink: (from: number, to: number, href: string | null) => void
}

/** Never in a text: it marks a position in a document, or in its Markdown. */
const CURSOR = '\uFDD2'

function positionIn(document: Node, of: string): number | null {
  let found: number | null = null
  document.descendants((node, at) => {
    const index = node.text?.indexOf(of) ?? -1
    if (index >= 0) found ??= at + index
    return found === null
  })
  return found
}

/** Inserts HTML in its own way: the editor would need the browser's parser, which is for trusted HTML. */
function insertHtml(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  const { $from, $to } = view.state.selection
  if (event.defaultPrevented || !view.editable || data === null) return false
  const isInCode = $from.parent.type.spec.code && $from.sameParent($to)
  // An address that is pasted over words links them.
  const address = addressOf(data.getData('text/plain'))
  if (address && !isInCode && $from.pos < $to.pos && $from.sameParent($to)) {
    event.preventDefault()
    return run(view, setLink($from.pos, $to.pos, address))
  }
  const slice = isInCode ? null : sliceOf(data)
  if (!slice && !data.getData('text/html')) return false
  event.preventDefault()
  if (slice)
    view.dispatch(
      closeHistory(view.state.tr).replaceSelection(slice).scrollIntoView().setMeta('uiEvent', event.type),
    )
  else view.pasteText(data.getData('text/plain'))
  return true
}

const run = (view: EditorView, command: Command): boolean => command(view.state, view.dispatch, view)

const keys: Record<string, Command> = {
  Enter: newLine,
  'Shift-Enter': newLine,
  Backspace: chainCommands(undoInputRule, plainLine),
  Delete: joinTextblockForward,
  Tab: indent,
  'Shift-Tab': outdent,
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  'Mod-b': commandOf.bold,
  'Mod-i': commandOf.italic,
  'Mod-e': commandOf.code,
  'Mod-Shift-7': commandOf.numbered,
  'Mod-Shift-8': commandOf.list,
  'Mod-Shift-9': commandOf.quote,
}

/**
 * The editor of a message, in an element of the page.
 * @param text what stands in it now, and what the page shows of it yet
 * @param attributes read whenever the document changes
 */
export function createEditor(
  place: HTMLElement,
  text: { now: string; shown: string },
  attributes: () => Record<string, string>,
  isEditable: () => boolean,
  events: EditorEvents,
): Editor {
  let current = text.now
  /** Texts that were typed and that the page has not taken yet. */
  const unseen = new Set([text.shown])
  /** Undo would else bring back a reply that was sent. */
  const stateOf = (document: Node) =>
    EditorState.create({
      doc: document,
      plugins: [history(), markdownRules, keymap(keys), keymap({ 'Mod-k': askForLink }), keymap(baseKeymap)],
    })
  const askForLink: Command = (state) => {
    const link = linkAt(state)
    if (state.selection.empty && !link.href) return false
    events.onLink(link)
    return true
  }
  const view = new EditorView(place, {
    state: stateOf(parseMessage(text.now)),
    attributes: ({ doc }) => ({
      ...attributes(),
      ...(doc.childCount === 1 &&
        doc.firstChild?.isTextblock &&
        doc.content.size === 2 && { 'data-empty': '' }),
    }),
    editable: isEditable,
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr))
      if (tr.docChanged) {
        current = writeMessage(view.state.doc)
        unseen.add(current)
        events.onText(current)
      }
      events.onSelect()
    },
    handleDOMEvents: {
      // Leaves the box, by the page's own keys.
      keydown: (_editor, event) => event.key === 'Escape',
      paste: (editor, event) => insertHtml(editor, event, event.clipboardData),
      drop(editor, event) {
        if (editor.dragging) return false
        const at = editor.posAtCoords({ left: event.clientX, top: event.clientY })
        const { doc, tr } = editor.state
        if (at && event.dataTransfer?.getData('text/html'))
          editor.dispatch(tr.setSelection(Selection.near(doc.resolve(at.pos))))
        return insertHtml(editor, event, event.dataTransfer)
      },
    },
    clipboardTextParser: (pasted, _context, isPlain) => parsePlain(pasted, isPlain),
    clipboardTextSerializer: clipboardText,
  })

  function offsetOf(position: number): number {
    const { doc } = view.state
    const $position = doc.resolve(position)
    if (!$position.parent.isTextblock) return current.length
    const marked = view.state.tr.insertText(CURSOR, position).doc
    const written = writeMessage(marked)
    const offset = written.indexOf(CURSOR)
    return offset < 0 ? current.length : Math.min(offset, current.length)
  }
  function positionOf(offset: number): number {
    const marked = parseMessage(current.slice(0, offset) + CURSOR + current.slice(offset))
    return Math.min(positionIn(marked, CURSOR) ?? Infinity, view.state.doc.content.size)
  }
  function select(start: number, end: number): void {
    const { doc, tr } = view.state
    const at = (offset: number) => Selection.near(doc.resolve(positionOf(offset)), -1).$head
    view.dispatch(tr.setSelection(TextSelection.between(at(start), at(end))).scrollIntoView())
  }

  const box: RichBox = {
    get value() {
      return current
    },
    get selectionStart() {
      return offsetOf(view.state.selection.from)
    },
    get selectionEnd() {
      return offsetOf(view.state.selection.to)
    },
    setSelectionRange: (start, end) => select(start ?? 0, end ?? start ?? 0),
    focus(options) {
      // The view's own focus() does not scroll.
      view.focus()
      if (!options?.preventScroll) view.dispatch(view.state.tr.scrollIntoView())
    },
    format(format) {
      view.focus()
      if (format === 'link') events.onLink(linkAt(view.state))
      else run(view, commandOf[format])
    },
    replaceBefore(length, inserted) {
      const { from } = view.state.selection
      view.focus()
      view.dispatch(view.state.tr.insertText(inserted, from - length, from).scrollIntoView())
    },
  }

  return {
    box,
    view,
    setText(next) {
      const isLate = unseen.has(next)
      if (next === current || !isLate) unseen.clear()
      // A page that is slow shows what was typed before the last key.
      if (next === current || isLate) return
      current = next
      const document = parseMessage(next)
      const { doc, tr } = view.state
      // What was sent or deleted is not in the history any more.
      if (next === '') return view.updateState(stateOf(document))
      const changed = tr.replaceWith(0, doc.content.size, document.content)
      view.updateState(view.state.apply(changed.setSelection(Selection.atEnd(changed.doc))))
    },
    setLink(from, to, href) {
      run(view, setLink(from, to, href))
      view.focus()
    },
  }
}
