import {
  chainCommands,
  exitCode,
  joinTextblockBackward,
  lift,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands'
import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'
import type { TextFormat } from '../model/markdown/format-text'
import { plainLines } from './parse-message'
import { schema } from './schema'

const { nodes, marks } = schema

/** The nearest node of the types around the selection, with its depth. */
function around(state: EditorState, types: readonly NodeType[]): { node: Node; depth: number } | null {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (types.includes(node.type)) return { node, depth }
  }
  return null
}

const lists = [nodes.bullet_list, nodes.ordered_list]

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = around(state, lists)
    if (list?.node.type === type) return liftListItem(nodes.list_item)(state, dispatch)
    if (!list) return wrapInList(type)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(state.selection.$from.before(list.depth), type))
    return true
  }

const toggleQuote: Command = (state, dispatch) =>
  around(state, [nodes.blockquote]) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch)

/** Code within a line; several lines become a block, and a block becomes lines again. */
const toggleCode: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const block = around(state, [nodes.code_block])
  if (block) {
    const start = $from.before(block.depth)
    dispatch?.(state.tr.replaceWith(start, start + block.node.nodeSize, plainLines(block.node.textContent)))
    return true
  }
  if ($from.sameParent($to)) return toggleMark(marks.code)(state, dispatch)
  const range = $from.blockRange($to)
  if (!range || !dispatch) return range !== null
  const text = state.doc.textBetween(range.start, range.end, '\n')
  const code = nodes.code_block.create(null, text ? schema.text(text) : null)
  const tr = state.tr.replaceRangeWith(range.start, range.end, code)
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(range.start + 1))).scrollIntoView())
  return true
}

export const commandOf: Record<Exclude<TextFormat, 'link'>, Command> = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  code: toggleCode,
  list: toggleList(nodes.bullet_list),
  numbered: toggleList(nodes.ordered_list),
  quote: toggleQuote,
}

/** Enter on the empty last line of a code block leaves it. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.type.spec.code || $from.parentOffset < $from.parent.content.size) return false
  if (!$from.parent.textContent.endsWith('\n')) return false
  if (!dispatch) return true
  const tr = state.tr.delete($from.pos - 1, $from.pos)
  return exitCode(state.apply(tr), (exit) => {
    for (const step of exit.steps) tr.step(step)
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(exit.selection.from))).scrollIntoView())
  })
}

/** A line that follows a heading is no heading. */
const leaveHeading: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type !== nodes.heading || $from.parentOffset < $from.parent.content.size)
    return false
  const after = $from.after()
  const tr = state.tr.insert(after, nodes.paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  return true
}

export const newLine = chainCommands(
  leaveCode,
  newlineInCode,
  leaveHeading,
  splitListItem(nodes.list_item),
  liftEmptyBlock,
  splitBlock,
)

const isAtStart = (state: EditorState): boolean =>
  state.selection.empty && state.selection.$from.parentOffset === 0

/** Backspace at the start of a heading, a list item or a quote makes a plain line of it. */
export const plainLine: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!isAtStart(state)) return false
  if (
    $from.parent.type === nodes.heading ||
    ($from.parent.type === nodes.code_block && $from.parent.content.size === 0)
  )
    return setBlockType(nodes.paragraph)(state, dispatch)
  if ($from.index(-1) > 0 || $from.depth < 2) return joinTextblockBackward(state, dispatch)
  const outer = $from.node(-1).type
  if (outer === nodes.list_item) return liftListItem(nodes.list_item)(state, dispatch)
  return outer === nodes.blockquote ? lift(state, dispatch) : false
}

export const indent = sinkListItem(nodes.list_item)
export const outdent: Command = (state, dispatch) =>
  around(state, [nodes.list_item]) ? liftListItem(nodes.list_item)(state, dispatch) : false

/** Links the selection, or inserts the address as a link. Without an address, the link becomes text. */
export const setLink =
  (from: number, to: number, href: string | null): Command =>
  (state, dispatch) => {
    const tr = state.tr.removeMark(from, to, marks.link)
    if (href && from === to)
      tr.replaceWith(from, to, Fragment.from(schema.text(href, [marks.link.create({ href })])))
    else if (href) tr.addMark(from, to, marks.link.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** The link at the cursor, or the selection with the link that it begins in. */
export function linkAt({ selection: { $from, from, to, empty } }: EditorState): {
  from: number
  to: number
  href: string
} {
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? [])
  const href = mark ? String(mark.attrs.href) : ''
  if (!empty || !mark) return { from, to, href }
  let [start, end] = [from, from]
  $from.parent.forEach((child, offset) => {
    const at = $from.start() + offset
    if (!mark.isInSet(child.marks) || at > from || at + child.nodeSize < from) return
    ;[start, end] = [at, at + child.nodeSize]
  })
  return { from: start, to: end, href }
}
