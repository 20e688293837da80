import { describe, expect, it } from 'vitest'
import type { Mark, Node } from 'prosemirror-model'
import { hasMarkdown } from '../model/markdown/has-markdown'
import { withMarks } from '../model/markdown/mark-references'
import {
  blankLinesBetween,
  parseMarkdown,
  sourceOf,
  type MarkdownNode,
} from '../model/markdown/parse-markdown'
import { parseMessage } from './parse-message'
import { schema } from './schema'
import { writeMessage } from './write-message'

/** What the thread shows of a message, as one text. */
function shown(text: string): string {
  if (!hasMarkdown(text)) return text.trim()
  const all = (nodes: readonly MarkdownNode[], of: string): string =>
    nodes
      .map((node, index) => '\n'.repeat(blankLinesBetween(nodes[index - 1], node)) + show(node, of))
      .join('')
  const show = (node: MarkdownNode, of: string): string => {
    switch (node.type) {
      case 'text':
        return marked(withMarks(node.value), of)
      case 'inlineCode':
        return marked(node.value, `${of}c`)
      case 'strong':
        return all(node.children, `${of}b`)
      case 'emphasis':
        return all(node.children, `${of}i`)
      case 'break':
        return '\n'
      case 'code':
        return `<pre>${node.value}</pre>`
      case 'link':
        // A link without a text stays as it was typed.
        return node.children.length > 0
          ? all(node.children, `${of}[${node.url}]`)
          : marked(sourceOf(node, text), of)
      case 'list':
        return `<${node.ordered ? `ol ${node.start}` : 'ul'}>${all(node.children, of)}</>`
      case 'paragraph':
        return `${all(node.children, of)}\n`
      case 'heading':
      case 'blockquote':
      case 'listItem':
        return `<${node.type}>${all(node.children, of)}</>`
      default:
        return sourceOf(node, text)
    }
  }
  return all(parseMarkdown(text).children, '')
}

/** Each character with its formats, because bold over a line break is as good as bold on both lines. */
const marked = (text: string, of: string): string =>
  [...text].map((char) => (char.trim() ? char + [...new Set(of)].sort().join('') : char)).join('')

const again = (text: string): string => writeMessage(parseMessage(text))

/** Fixed random numbers. */
function randomOf(seed: number) {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff
  return {
    to: (most: number) => Math.floor(next() * most),
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T,
  }
}

describe('a message in the editor', () => {
  it.each([
    'Hello,\n\nplease restart.\n\n\nRegards\nPat',
    '  indented\n\tcode\nC:\\temp\\new',
    '**bold** _italic_ `code` [a guide](https://a.example/b_c) ***both***',
    '- one\n- two\n  - three\n\n- four\n\nand then',
    '3. three\n4. four',
    '> quoted\n> more\n>\n> last\n\nanswer',
    '# Heading\n## Second\ntext',
    '```ts\nconst a = 1\n\n  b()\n```\ntext',
    '- a\n\n  b\n- ```\n  code\n    more\n  ```',
    'a\n- b\nc',
    '- a\n* b\n+ c',
    '*args and **kwargs, 2 * 3 * 4, snake_case_name',
    '[x] done, [y]: z',
    'https://a.example/_next_/b',
    '[a](javascript:alert(1))',
    'a*b*c **d**e',
    '-\n- b\n\n> > nested',
    '&#0042;no list&#0042; &#0038;#0042;',
    'مرحبا **بك**\n- نعم',
    `${'> '.repeat(60)}deep`,
    '*a* '.repeat(600),
  ])('keeps what the thread shows of %j', (text) => expect(shown(again(text))).toBe(shown(text)))

  it.each([
    ['Enter twice\n\nand\nonce', 'Enter twice\n\nand\nonce'],
    ['- a\n- b\n\nc', '- a\n- b\n\nc'],
    ['**a** and `b`', '**a** and `b`'],
    ['trailing\n\n', 'trailing\n\n'],
  ])('writes %j as it was', (text, expected) => expect(again(text)).toBe(expected))

  it('keeps what the thread shows of random Markdown', () => {
    const parts = [
      'a',
      'b c',
      '*',
      '**',
      '_',
      '`',
      '```',
      '[',
      '](https://a.example)',
      ']',
      '\n',
      '\n\n',
      '- ',
      '2. ',
      '> ',
      '# ',
      ' ',
      '  ',
      '"',
      '.',
      '&#0042;',
      '\\',
      'م',
      '~~~',
      '<',
      'https://a.b/_c_',
    ]
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const random = randomOf(seed * 7_919)
      const text = Array.from({ length: 1 + random.to(16) }, () => random.of(parts)).join('')
      const written = again(text)
      expect(shown(written).replace(/\s+/g, ''), JSON.stringify([text, written])).toBe(
        shown(text).replace(/\s+/g, ''),
      )
      expect(again(written), JSON.stringify([text, written])).toBe(written)
    }
  })

  it('loses no word of random documents, and reads what it wrote', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const document = randomDocument(randomOf(seed * 104_729))
      const text = writeMessage(document)
      const words = (node: Node) =>
        node.textBetween(0, node.content.size, ' ', ' ').replace(/\s+/g, ' ').trim()
      expect(words(parseMessage(text)), JSON.stringify([text, document.toJSON()])).toBe(words(document))
    }
  })
})

function randomDocument(random: ReturnType<typeof randomOf>): Node {
  const { nodes, marks } = schema
  const words = [
    'word',
    ' ',
    'two words',
    '*',
    '**x**',
    '_',
    '# ',
    '- ',
    '1. ',
    '> ',
    '`',
    '[a](b)',
    '"',
    '(',
    ').',
    'é',
    'snake_case',
    '&#0042;',
    '<b>',
  ]
  const all: Mark[] = [
    marks.strong.create(),
    marks.em.create(),
    marks.link.create({ href: 'https://a.example/(x)' }),
  ]
  const line = () =>
    nodes.paragraph.create(
      null,
      Array.from({ length: random.to(4) }, () =>
        random.to(12) === 0
          ? schema.text(random.of(['x', 'a`b', '``']), [marks.code.create()])
          : schema.text(
              random.of(words),
              all.filter(() => random.to(3) === 0),
            ),
      ),
    )
  const lines = () => Array.from({ length: 1 + random.to(3) }, line)
  const block = (depth: number): Node => {
    const kind = depth > 2 ? 0 : random.to(7)
    if (kind === 1) return nodes.heading.create({ level: 1 + random.to(6) }, line().content)
    if (kind === 2) return nodes.blockquote.create(null, blocks(depth + 1))
    if (kind === 3 || kind === 4) {
      const items = Array.from({ length: 1 + random.to(3) }, () =>
        nodes.list_item.create(null, [line(), ...(random.to(2) ? blocks(depth + 1) : [])]),
      )
      return kind === 3
        ? nodes.bullet_list.create(null, items)
        : nodes.ordered_list.create({ start: random.of([1, 3]) }, items)
    }
    if (kind === 5)
      return nodes.code_block.create(null, schema.text(random.of(['x', '  y\n\nz', '```', '- a'])))
    return line()
  }
  const blocks = (depth: number): Node[] => [
    ...lines(),
    ...Array.from({ length: random.to(4) }, () => block(depth)),
  ]
  return nodes.doc.create(null, blocks(0))
}
