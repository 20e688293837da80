import type { Node } from 'prosemirror-model'
import { hasMarkdown } from '../model/markdown/has-markdown'
import { isWithinBounds } from '../model/markdown/markdown-bounds'
import { isSetApart, parseBlocks } from './parse-message'
import { schema } from './schema'
import { keepLineMark, writeInline, type InlineStyle } from './write-inline'

const { nodes } = schema

const ALL = /[*_`[\]<~]/g

/** Tried in turn, until Markdown reads the line as it stands in the document. */
const styles: readonly InlineStyle[] = [
  { em: '*', refers: null, plain: false },
  { em: '_', refers: null, plain: false },
  ...[/\*/g, /(?<!\w)_|_(?!\w)/g, /`/g, /[[\]<]/g, ALL].map((refers) => ({
    em: '*' as const,
    refers,
    plain: false,
  })),
  { em: '_', refers: ALL, plain: false },
]
const AS_TEXT: InlineStyle = { em: '*', refers: ALL, plain: true }
/** Marks that could belong to marks of another line. */
const loose = /[*`]|(?<!\w)_|_(?!\w)|\]\(|\[/
/** Longer paragraphs are not read again with each key. */
const MOST_READ = 3_000

/** What a reader sees of a line: its words with their marks. The marks of blanks are not seen. */
function seen(line: Node): string {
  let result = ''
  line.forEach((node) => {
    const of = node.marks.map(({ type, attrs }) => type.name + String(attrs.href ?? '')).sort()
    const parts = (node.text ?? '').split(/(\s+)/).filter(Boolean)
    result += parts.map((part) => (part.trim() ? `${of.join()}\0${part}\0` : part)).join('')
  })
  return result.trim()
}

interface Line {
  text: string
  isLoose: boolean
}

// Lines do not change: only the line that is typed is written anew.
// eslint-disable-next-line no-restricted-syntax -- a cache: each bundle can have its own
const written = new WeakMap<Node, Line>()

const writeIn = (line: Node, style: InlineStyle): string => keepLineMark(writeInline(line, style))

function writeLine(line: Node): Line {
  const known = written.get(line)
  if (known) return known
  const asText = writeIn(line, AS_TEXT)
  const isPlain = line.childCount <= 1 && !line.firstChild?.marks.length
  // A text without any mark is read as it is.
  const isClear = isPlain && !hasMarkdown(asText)
  const style = isClear
    ? AS_TEXT
    : (styles.find((each) => isReadAs(writeIn(line, each), [seen(line)])) ?? AS_TEXT)
  const result = {
    text: isClear ? asText : writeIn(line, style),
    isLoose:
      style.refers !== ALL && line.children.some((node) => !isCode(node) && loose.test(node.text ?? '')),
  }
  written.set(line, result)
  return result
}

const isCode = (node: Node): boolean => schema.marks.code.isInSet(node.marks) !== undefined

/** The lines that one paragraph of Markdown has. */
function writeLines(lines: readonly Node[]): string[] {
  const found = lines.map(writeLine)
  const texts = found.map(({ text }) => text)
  if (lines.length === 1 || !found.some(({ isLoose }) => isLoose)) return texts
  const whole = texts.join('\n')
  if (whole.length <= MOST_READ && isReadAs(whole, lines.map(seen))) return texts
  return lines.map((line, index) => {
    const { text = '', isLoose = false } = found[index] ?? {}
    const style = styles.findLast(
      (each) => each.refers === ALL && isReadAs(writeIn(line, each), [seen(line)]),
    )
    return isLoose ? writeIn(line, style ?? AS_TEXT) : text
  })
}

function isReadAs(text: string, wanted: readonly string[]): boolean {
  const read = parseBlocks(text)
  return (
    read.length === wanted.length &&
    read.every((line, index) => line.type === nodes.paragraph && seen(line) === wanted[index])
  )
}

/** Whether a block cannot begin right below a line, which would go on with it: an empty item, or a list from another number than 1. */
function needsGap(node: Node): boolean {
  const inner = node.type === nodes.blockquote ? node : node.firstChild
  const isList = /list$/.test(node.type.name)
  if (!isList && node.type !== nodes.blockquote) return false
  if (node.type === nodes.ordered_list && node.attrs.start !== 1) return true
  const first = inner?.children.find((child) => !isEmptyLine(child))
  return first ? needsGap(first) : isList
}

/** Empty lines that Markdown needs between two blocks. */
function apart(before: Node | undefined, node: Node): number {
  if (!before) return 0
  const isLine = before.type !== nodes.heading && before.type !== nodes.code_block
  const isQuotes = before.type === nodes.blockquote && node.type === before.type
  return isQuotes || (isLine && needsGap(node)) ? 1 : 0
}

const isEmptyLine = (node: Node): boolean =>
  node.type === nodes.paragraph && node.textContent.trim() === '' && node.childCount <= 1

/** The lines of the Markdown of blocks. */
function writeBlocks(content: readonly Node[]): string[] {
  const lines: string[] = []
  let gap = 0
  let before: Node | undefined
  let mark = 0
  for (let index = 0; index < content.length; index += 1) {
    const node = content[index]
    if (!node) break
    if (isEmptyLine(node)) {
      gap += 1
      continue
    }
    // Neighbours of the same type would be one list.
    mark = before?.type === node.type ? 1 - mark : 0
    const set = isSetApart(before?.type.name, node.type.name) ? gap + 1 : Math.max(gap, apart(before, node))
    for (let count = 0; count < set; count += 1) lines.push('')
    gap = 0
    if (node.type === nodes.paragraph) {
      const run = [node]
      for (
        let next = content[index + 1];
        next?.type === nodes.paragraph && !isEmptyLine(next);
        next = content[index + 1]
      ) {
        run.push(next)
        index += 1
      }
      lines.push(...writeLines(run).flatMap((text) => text.split('\n')))
    } else lines.push(...writeBlock(node, mark))
    before = node
  }
  // A text that is added there must not go on with the list.
  const end = gap > 0 && isSetApart(before?.type.name, 'paragraph') ? gap + 1 : gap
  for (let count = 0; count < end; count += 1) lines.push('')
  return lines
}

const childrenOf = (node: Node): Node[] => [...node.children]

function writeBlock(node: Node, mark: number): string[] {
  switch (node.type) {
    case nodes.heading:
      return [`${'#'.repeat(Number(node.attrs.level))} ${heading(node)}`]
    case nodes.blockquote:
      return writeBlocks(childrenOf(node)).map((line) => (line ? `> ${line}` : '>'))
    case nodes.code_block:
      return codeBlock(node)
    default:
      return childrenOf(node).flatMap((item, index) => {
        const sign =
          node.type === nodes.ordered_list
            ? `${Number(node.attrs.start) + index}${mark ? ')' : '.'}`
            : mark
              ? '*'
              : '-'
        return [
          ...Array.from({ length: index > 0 ? Number(item.attrs.gap) : 0 }, () => ''),
          ...listItem(item, `${sign} `),
        ]
      })
  }
}

const heading = (node: Node): string => {
  const line = nodes.paragraph.create(null, node.content)
  return writeLine(line)
    .text.replaceAll('\n', ' ')
    .trim()
    .replace(/(\s)(#+)$/, '$1&#0035;')
}

function codeBlock(node: Node): string[] {
  const text = node.textContent
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([row]) => row.length))
  const fence = '`'.repeat(longest + 1)
  return [
    fence +
      String(node.attrs.info)
        .replace(/[`\s]+/g, ' ')
        .trim(),
    ...(text === '' ? [] : text.split('\n')),
    fence,
  ]
}

function listItem(item: Node, sign: string): string[] {
  const children = childrenOf(item)
  const first = children.findIndex((child) => !isEmptyLine(child))
  const [head = '', ...rest] = first < 0 ? [] : writeBlocks(children.slice(first))
  const indent = ' '.repeat(sign.length)
  // With its blank: a mark alone would be text.
  return [sign + head.trim(), ...rest.map((line) => (line ? indent + line : ''))]
}

/** Plain lines whose Markdown would be read as they are, or would not be read at all. */
function asTyped(document: Node): string | null {
  const text = childrenOf(document)
    .map((node) => node.textContent)
    .join('\n')
  const isPlain = childrenOf(document).every(
    (node) => node.type === nodes.paragraph && node.children.every((child) => child.marks.length === 0),
  )
  return isPlain && (!hasMarkdown(text) || !isWithinBounds(text)) ? text : null
}

/** The Markdown of a document: what the thread shows of it is what stands in the document. */
export const writeMessage = (document: Node): string =>
  asTyped(document) ?? writeBlocks(childrenOf(document)).join('\n')
