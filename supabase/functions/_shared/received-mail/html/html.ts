import { convert } from 'html-to-text'
import sanitizeHtml from 'sanitize-html'
import { publicUrl } from './remote-images.ts'
import {
  noMarks,
  readMarks,
  structureFormats,
  structureSelectors,
  type Marks,
} from '../quotes/structure-marks.ts'
import { joinCells, tableFormats } from './table-cells.ts'
import { boundedFormats, boundLines, textBetweenTags } from '../text-bounds.ts'

/** Characters of HTML that are converted; mails of people are far below. */
const MAX_HTML = 2_000_000

/** Both converters take quadratic time for elements that are never closed. */
const MAX_TAGS = 15_000

function bounded(html: string): string {
  let at = -1
  for (let count = 0; count <= MAX_TAGS; count += 1) {
    at = html.indexOf('<', at + 1)
    if (at < 0) return html.slice(0, MAX_HTML)
  }
  return html.slice(0, Math.min(at, MAX_HTML))
}

/** The part of a mail's HTML that is read as text. */
export const readableHtml = (html: string): string => boundLines(bounded(html))

/** Where an image stands. No word: libs/tickets (mail-images.ts) puts the picture there. */
export const imageMark = (name: string): string => `[image: ${name}]`

export interface HtmlText {
  text: string
  marks: Marks
}

/**
 * The readable text of a mail's HTML: links as Markdown, quotes with `>`, `[image: cid:…]` where an inline image stands; and
 * what its structure says of quoted lines. Nothing is loaded and nothing hidden is shown. Never throws.
 */
export function readHtml(html: string): HtmlText {
  const readable = readableHtml(html)
  try {
    return readMarks(convertHtml(readable))
  } catch {
    return { text: textBetweenTags(readable), marks: noMarks }
  }
}

export const htmlToText = (html: string): string => readHtml(html).text

/** Ways to write that an element is not shown. */
const hidden = [
  '[hidden]',
  ...['display:none', 'display: none', 'display :none', 'display : none'].map(
    (style) => `[style*="${style}" i]`,
  ),
]

function convertHtml(html: string): string {
  const converted = convert(html, {
    wordwrap: false,
    // By default the first `body` alone: an answer without one lost its text to that of the quoted mail.
    baseElements: { selectors: [], returnDomByDefault: true },
    limits: { maxInputLength: MAX_HTML, maxDepth: 200, maxChildNodes: 5_000, ellipsis: '…' },
    selectors: [
      {
        selector: 'a',
        format: 'boundedLink',
        options: { ignoreHref: false, hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] },
      },
      { selector: 'blockquote', format: 'boundedQuote' },
      { selector: 'ul', format: 'boundedList' },
      { selector: 'ol', format: 'boundedOrderedList' },
      { selector: 'img', format: 'inlineImage' },
      ...['tr', 'caption'].map((selector) => ({
        selector,
        format: 'block',
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
      { selector: 'td', format: 'tableCell' },
      { selector: 'th', format: 'tableCell' },
      ...['head', 'style', 'title', 'script', 'template'].map((selector) => ({ selector, format: 'skip' })),
      ...structureSelectors,
      ...hidden.map((selector) => ({ selector: `*${selector}`, format: 'skip' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
    formatters: {
      ...boundedFormats(),
      ...structureFormats(),
      ...tableFormats(),
      inlineImage: (element, _walk, builder) => {
        const source = String(element.attribs?.src ?? '')
        // Remote images are trackers as often as pictures, and are not named.
        if (source.startsWith('cid:')) builder.addInline(imageMark(source))
      },
    },
  })
  return joinCells(converted)
    .replace(/\u00a0/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Characters of all pictures together, each counted wherever it stands: a mail of 1 MB may name one 15,000 times. */
const MAX_PICTURES = 20_000_000

const layout = ['align', 'valign', 'colspan', 'rowspan', 'dir']

/**
 * The HTML of a mail without scripts, styles, forms, remote images and whatever else could act or be loaded.
 * @param images - data URL of each inline image by its Content-ID, and of each loaded remote one by its address
 */
export function safeHtml(html: string, images: ReadonlyMap<string, string>): string {
  let left = MAX_PICTURES
  return sanitizeHtml(bounded(html), {
    allowedTags: [
      ...[
        'p',
        'div',
        'span',
        'br',
        'hr',
        'b',
        'strong',
        'i',
        'em',
        'u',
        's',
        'sub',
        'sup',
        'small',
        'font',
        'center',
      ],
      ...[
        'h1',
        'h2',
        'h3',
        'h4',
        'h5',
        'h6',
        'blockquote',
        'pre',
        'code',
        'ul',
        'ol',
        'li',
        'dl',
        'dt',
        'dd',
      ],
      ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'a', 'img'],
    ],
    allowedAttributes: { '*': layout, a: ['href', 'rel', 'target'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nestingLimit: 200,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
      img: (_name, attributes) => {
        const source = images.get((attributes.src ?? '').replace(/^cid:/i, ''))
        if (source && source.length <= left) {
          left -= source.length
          return { tagName: 'img', attribs: { ...attributes, src: source } }
        }
        return { tagName: 'span', attribs: {}, text: attributes.alt ? imageMark(attributes.alt) : '' }
      },
    },
  })
}

/** Addresses of the remote images of a mail's HTML that could be loaded, each once. */
export function remoteSources(html: string): string[] {
  const sources = new Set<string>()
  sanitizeHtml(bounded(html), {
    allowedTags: ['img'],
    nestingLimit: 200,
    transformTags: {
      img: (tagName, attribs) => {
        if (publicUrl(attribs.src ?? '')) sources.add(attribs.src ?? '')
        return { tagName, attribs }
      },
    },
  })
  return [...sources]
}
