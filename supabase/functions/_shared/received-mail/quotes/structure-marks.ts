import type { DomNode, FormatCallback, SelectorDefinition } from 'html-to-text'

/** What the structure of a mail's HTML says of the lines of its text. */
export interface Marks {
  /** First line of an attribution, and the line after its last one. */
  attributions: ReadonlyMap<number, number>
  /** First line of an element that holds an earlier message, and the line after its last one. */
  boxes: ReadonlyMap<number, number>
  /** First lines of quotes that programs make. */
  cited: ReadonlySet<number>
  /** Lines below which programs put the earlier message. */
  rests: ReadonlySet<number>
}

export const noMarks: Marks = {
  attributions: new Map(),
  boxes: new Map(),
  cited: new Set(),
  rests: new Set(),
}

/** Characters that Unicode leaves to programs: no text has them, and what is left of them is removed. */
const sign = {
  box: '\ufdd0',
  boxEnd: '\ufdd1',
  attribution: '\ufdd2',
  attributionEnd: '\ufdd3',
  rest: '\ufdd4',
  cited: '\ufdd5',
}
const anySign = /[\ufdd0-\ufdef]/g

/** Elements in which programs put the earlier message, whole or with its attribution. */
const boxes = [
  'div.gmail_quote',
  'div.gmail_quote_container',
  'div.yahoo_quoted',
  'div.protonmail_quote',
  'div.tutanota_quote',
  'div.zmail_extra',
  'div.moz-forward-container',
  'div.ms-outlook-mobile-reference-message',
  'div[name="quote"]',
  'div[name="messageReplySection"]',
  '*[id="OLK_SRC_BODY_SECTION"]',
  'div[id="mail-editor-reference-message-container"]',
  'div[data-marker="__QUOTED_TEXT__"]',
]
const attributions = ['*.gmail_attr', '*.moz-cite-prefix', '*[id="reply-intro"]', '*.moz-email-headers-table']
const cited = [
  'blockquote[type="cite"]',
  'blockquote[cite]',
  'blockquote.protonmail_quote',
  'blockquote.tutanota_quote',
  'blockquote.spark_quote',
  'blockquote.front-blockquote',
  'blockquote.yahoo_quoted',
]
const rests = [
  '*[id="appendonsend"]',
  '*[id="divRplyFwdMsg"]',
  '*[id="stopSpelling"]',
  '*[id="zwchr"]',
  '*[data-marker="__DIVIDER__"]',
]

export const structureSelectors: SelectorDefinition[] = [
  ...boxes.map((selector) => ({ selector, format: 'markedBox' })),
  ...attributions.map((selector) => ({ selector, format: 'markedAttribution' })),
  ...cited.map((selector) => ({ selector, format: 'citedQuote' })),
  ...rests.map((selector) => ({ selector, format: 'markedRest' })),
]

type Builder = Parameters<FormatCallback>[2]

function mark(builder: Builder, text: string): void {
  builder.openBlock({ leadingLineBreaks: 1 })
  builder.addInline(text)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const within =
  (start: string, end: string): FormatCallback =>
  (element, walk, builder) => {
    mark(builder, start)
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 1 })
    mark(builder, end)
  }

/** Text that the package takes for the first of an element. */
const textNode = (data: string): DomNode => ({ type: 'text', data, children: [] })

/** Formats that leave signs in the text, where `readMarks` finds them. */
export function structureFormats(): Record<string, FormatCallback> {
  return {
    markedBox: within(sign.box, sign.boxEnd),
    markedAttribution: within(sign.attribution, sign.attributionEnd),
    markedRest: (element, walk, builder, options) => {
      mark(builder, sign.rest)
      const format = element.name === 'hr' ? 'horizontalLine' : 'block'
      builder.options.formatters?.[format]?.(element, walk, builder, {
        ...options,
        leadingLineBreaks: 1,
        trailingLineBreaks: 1,
      })
    },
    citedQuote: (element, walk, builder, options) => {
      const paragraph: DomNode = { type: 'tag', name: 'div', attribs: {}, children: [textNode(sign.cited)] }
      builder.options.formatters?.boundedQuote?.(
        { ...element, children: [paragraph, ...element.children] },
        walk,
        builder,
        options,
      )
    },
  }
}

/** The text without the signs, and what they said. */
export function readMarks(marked: string): { text: string; marks: Marks } {
  const lines: string[] = []
  const found = {
    attributions: new Map<number, number>(),
    boxes: new Map<number, number>(),
    cited: new Set<number>(),
    rests: new Set<number>(),
  }
  const open: { boxes: number[]; attributions: number[] } = { boxes: [], attributions: [] }
  const close = (kind: 'boxes' | 'attributions') => {
    const from = open[kind].pop()
    if (from !== undefined && from < lines.length)
      found[kind].set(from, Math.max(lines.length, found[kind].get(from) ?? 0))
  }
  for (const line of marked.split('\n')) {
    const one = line.replace(/^[>\s]+/, '').trimEnd()
    const isWithinQuote = line.trimStart().startsWith('>')
    if (one === sign.cited) found.cited.add(lines.length)
    if (!isWithinQuote) {
      if (one === sign.box) open.boxes.push(lines.length)
      else if (one === sign.boxEnd) close('boxes')
      else if (one === sign.attribution) open.attributions.push(lines.length)
      else if (one === sign.attributionEnd) close('attributions')
      else if (one === sign.rest) found.rests.add(lines.length)
    }
    const plain = line.replace(anySign, '')
    // The line of a sign is none of the text.
    if (plain !== line && !plain.replace(/[>\s]+/g, '')) continue
    if (!plain.trim() && !lines.at(-1)?.trim()) continue
    lines.push(plain)
  }
  return { text: lines.join('\n').trimEnd(), marks: found }
}
