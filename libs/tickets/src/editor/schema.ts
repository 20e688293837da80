import { Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { safeHref } from '../model/autolinks'

const attributeOf = (element: HTMLElement, name: string): string => element.getAttribute(name) ?? ''

/**
 * The document of a message. A paragraph is one line, and an empty one is an empty line: the thread shows the lines of a message as
 * they were written.
 */
const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', { dir: 'auto' }, 0],
  },
  heading: {
    attrs: { level: { default: 1 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    // No heading element: it would change the page's outline.
    toDOM: (node) => ['p', { dir: 'auto', 'data-heading': String(node.attrs.level) }, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', { dir: 'auto' }, 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', { dir: 'auto' }, 0],
  },
  ordered_list: {
    attrs: { start: { default: 1 } },
    content: 'list_item+',
    group: 'block',
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (element) => ({
          start: /^\d{1,9}$/.test(attributeOf(element, 'start')) ? Number(attributeOf(element, 'start')) : 1,
        }),
      },
    ],
    toDOM: (node) => ['ol', { dir: 'auto', start: String(node.attrs.start) }, 0],
  },
  list_item: {
    /** Empty lines before the item. */
    attrs: { gap: { default: 0 } },
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: (node) => ['li', node.attrs.gap > 0 ? { style: `margin-top: ${node.attrs.gap}lh` } : {}, 0],
  },
  code_block: {
    attrs: { info: { default: '' } },
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', { dir: 'ltr' }, ['code', 0]],
  },
  text: { group: 'inline' },
  /** Only in what is pasted: it ends a line, and so a paragraph. */
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = safeHref(attributeOf(element, 'href'))
          return href ? { href } : false
        },
      },
    ],
    toDOM: (mark) => [
      'a',
      { href: String(mark.attrs.href), title: String(mark.attrs.href), rel: 'noreferrer' },
      0,
    ],
  },
  strong: {
    parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }],
    toDOM: () => ['em', 0],
  },
  code: {
    code: true,
    parseDOM: [{ tag: 'code' }, { tag: 'tt' }, { tag: 'kbd' }, { tag: 'samp' }],
    toDOM: () => ['code', 0],
  },
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes, marks })
