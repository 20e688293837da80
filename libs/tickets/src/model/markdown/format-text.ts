export type TextFormat = 'bold' | 'italic' | 'list' | 'numbered' | 'quote' | 'code' | 'link'

/** The content of a text box with its selection. */
export interface BoxState {
  text: string
  start: number
  end: number
}

/** Replaces `from` to `to` by `insert` and then selects `start` to `end`. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** The edit that formats the selection; formatting it again removes the marks. */
export function formatText(format: TextFormat, box: BoxState): TextEdit {
  switch (format) {
    case 'bold':
      return wrap(box, '**')
    case 'italic':
      return wrap(box, '_')
    case 'code':
      return selected(box).includes('\n') ? fence(box) : wrap(box, '`')
    case 'list':
      return prefixLines(box, '- ')
    case 'numbered':
      return prefixLines(box, '1. ')
    case 'quote':
      return prefixLines(box, '> ')
    case 'link':
      return link(box)
  }
}

const selected = ({ text, start, end }: BoxState): string => text.slice(start, end)

function wrap(box: BoxState, mark: string): TextEdit {
  const { text, start, end } = box
  const inside = selected(box)
  const size = mark.length
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return { from: start - size, to: end + size, insert: inside, start: start - size, end: end - size }
  }
  if (inside.length > 2 * size && inside.startsWith(mark) && inside.endsWith(mark)) {
    const bare = inside.slice(size, -size)
    return { from: start, to: end, insert: bare, start, end: start + bare.length }
  }
  // Marks next to spaces would not be recognized.
  const before = inside.length - inside.trimStart().length
  const bare = inside.trim()
  const from = bare ? start + before : start
  const to = bare ? from + bare.length : end
  return { from, to, insert: mark + bare + mark, start: from + size, end: from + size + bare.length }
}

function fence(box: BoxState): TextEdit {
  const { start, end, text } = box
  const opening = start === 0 || text[start - 1] === '\n' ? '```\n' : '\n```\n'
  const inside = selected(box)
  const insert = `${opening}${inside}\n\`\`\``
  return {
    from: start,
    to: end,
    insert,
    start: start + opening.length,
    end: start + opening.length + inside.length,
  }
}

function prefixLines({ text, start, end }: BoxState, prefix: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(start, end - 1))
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const marked = lines.every((line) => line.startsWith(prefix))
  const insert = lines.map((line) => (marked ? line.slice(prefix.length) : prefix + line)).join('\n')
  const caret = from + insert.length
  return { from, to, insert, start: start === end ? caret : from, end: caret }
}

const PLACEHOLDER = 'https://'

function link(box: BoxState): TextEdit {
  const { start, end } = box
  const inside = selected(box)
  if (/^https?:\/\/\S+$/.test(inside)) {
    return { from: start, to: end, insert: `[](${inside})`, start: start + 1, end: start + 1 }
  }
  const address = start + inside.length + 3
  const insert = `[${inside}](${PLACEHOLDER})`
  // The next thing to type: the text when there is none, else the address.
  return inside
    ? { from: start, to: end, insert, start: address, end: address + PLACEHOLDER.length }
    : { from: start, to: end, insert, start: start + 1, end: start + 1 }
}

/** The format of a key press in a text box: Ctrl or Cmd with B or I, and with K when text is selected. */
export function formatOfKey(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean },
  hasSelection: boolean,
): TextFormat | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return null
  const key = event.key.toLowerCase()
  if (key === 'b') return 'bold'
  if (key === 'i') return 'italic'
  // Without a selection the key opens the command palette.
  return key === 'k' && hasSelection ? 'link' : null
}
