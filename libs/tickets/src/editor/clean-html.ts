import { dataTable, tableLines } from './clean-tables'
import { parseHtml } from './parse-html'
import { joinWordLists } from './word-lists'

const UNSEEN =
  'style, script, meta, link, title, template, noscript, svg, canvas, iframe, object, audio, video, button, select, textarea, hr, xml, col, colgroup, ' +
  '[hidden], [aria-hidden="true"], .Apple-interchange-newline, .sr-only, .visually-hidden'

/** Blocks with an empty line around them. */
const SPACED = 'p, h1, h2, h3, h4, h5, h6, ul, ol, dl, pre, blockquote, figure'

const styleOf = (element: HTMLElement): string => element.dataset.style ?? ''

const isHidden = (element: HTMLElement): boolean => /display:\s*none|mso-hide:\s*all/i.test(styleOf(element))

/** A class of paragraphs without space between them, as mails of Outlook have. */
function flatClasses(root: HTMLElement): Set<string> {
  const css = [...root.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n')
  const flat = new Set<string>()
  for (const [, selectors = '', rules = ''] of css.matchAll(/([^{}]{1,500})\{([^{}]{0,2000})\}/g))
    if (isFlat(rules)) for (const [, name = ''] of selectors.matchAll(/p\.([\w-]+)/g)) flat.add(name)
  return flat
}

const isFlat = (rules: string): boolean => {
  const bottom = /margin-bottom:\s*([\d.]+)/.exec(rules)?.[1]
  const all = /(?:^|[;{\s])margin:\s*([\d.]+)[a-z%]*(?:\s+[\d.]+[a-z%]*)?(?:\s+([\d.]+))?/.exec(rules)
  const size = bottom ?? all?.[2] ?? all?.[1]
  return size !== undefined && Number(size) < 1
}

const MONOSPACE = /font-family:[^;]*(consolas|monaco|courier|menlo|monospace)/i

/** Code of editors: an element of spans, with a line in each `div`. */
function preformatted(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('div[data-style*="white-space"]')) {
    if (!/white-space:\s*pre/i.test(styleOf(element)) || !MONOSPACE.test(styleOf(element))) continue
    const lines =
      element.children.length > 0
        ? [...element.children].filter(({ localName }) => localName === 'div' || localName === 'br')
        : []
    const pre = root.ownerDocument.createElement('pre')
    pre.textContent = (
      lines.length > 0 ? lines.map(({ textContent }) => textContent) : [element.textContent]
    ).join('\n')
    element.replaceWith(pre)
  }
}

/** Lists within lists belong to the item before them. */
function nestLists(root: Element): void {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.localName === 'li') before.append(list)
  }
}

/** Pictures of emoji stand for their text; others are no text. */
function pictures(root: Element): void {
  for (const image of root.querySelectorAll('img')) {
    const alt = image.getAttribute('alt') ?? ''
    if (/^(?::[\w+-]+:|\p{Extended_Pictographic}(?:\u200d|\ufe0f|\p{Extended_Pictographic})*)$/u.test(alt))
      image.replaceWith(alt)
    else image.remove()
  }
}

function checkboxes(root: Element): void {
  for (const input of root.querySelectorAll('input')) {
    if (input.type === 'checkbox') input.replaceWith(input.hasAttribute('checked') ? '[x] ' : '[ ] ')
    else input.remove()
  }
}

function tables(root: Element): void {
  // Inner tables first.
  for (const table of [...root.querySelectorAll('table')].reverse()) {
    const rows = dataTable(table)
    const box = root.ownerDocument.createElement('div')
    if (rows) {
      box.append(empty(root), ...tableLines(rows).map((line) => paragraph(root, line)), empty(root))
      table.replaceWith(box)
      continue
    }
    for (const cell of table.querySelectorAll(':scope > * > tr > *, :scope > tr > *')) {
      const part = root.ownerDocument.createElement('div')
      part.append(...cell.childNodes)
      box.append(part)
    }
    table.replaceWith(box)
  }
}

function paragraph(root: Element, text: string): Element {
  const line = root.ownerDocument.createElement('p')
  line.textContent = text
  line.dataset.line = ''
  return line
}
const empty = (root: Element): Element => paragraph(root, '')

/** Empty lines around paragraphs and other blocks, as they look in their page. */
function spaceBlocks(root: Element, flat: ReadonlySet<string>): void {
  for (const block of root.querySelectorAll<HTMLElement>(SPACED)) {
    if (block.dataset.line !== undefined || block.parentElement?.closest('li, pre, dl')) continue
    if (
      block.localName === 'p' &&
      (isFlat(styleOf(block)) || [...block.classList].some((name) => flat.has(name)))
    )
      continue
    block.before(empty(root))
    block.after(empty(root))
  }
}

const BLOCK = /^(p|div|h[1-6]|ul|ol|pre|blockquote|table)$/

/** A break between two blocks is an empty line. */
function breaksBetween(root: Element): void {
  for (const end of root.querySelectorAll('br')) {
    const [before, after] = [end.previousElementSibling, end.nextElementSibling]
    if (before && after && BLOCK.test(before.localName) && BLOCK.test(after.localName))
      end.replaceWith(empty(root))
  }
}

function cleanText(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, 4)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    // Marks that have no width, and blanks that look like any other.
    node.nodeValue = text.replace(/[\u200b\ufeff\u00ad\u2060]/g, '').replace(/[\u00a0\u202f]/g, ' ')
  }
}

const isBold = /font-weight:\s*(?:bold|[6-9]00)/i
const isLight = /font-weight:\s*(?:normal|[1-4]00)/i

/** Bold and italic by style become elements. */
function formats(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = styleOf(element)
    if (/^(b|strong)$/.test(element.localName) && isLight.test(style)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    if (element.localName !== 'span') continue
    if (isBold.test(style)) wrap(element, 'strong')
    if (/font-style:\s*italic/i.test(style)) wrap(element, 'em')
  }
}

function wrap(element: HTMLElement, name: string): void {
  const inner = element.ownerDocument.createElement(name)
  inner.append(...element.childNodes)
  element.append(inner)
}

/** The HTML that a program copied, without what is no part of the text: what is left maps to the document of a message. */
export function cleanHtml(html: string): HTMLElement {
  const root = parseHtml(html)
  const flat = flatClasses(root)
  for (const element of root.querySelectorAll(UNSEEN)) element.remove()
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]'))
    if (isHidden(element)) element.remove()
  joinWordLists(root)
  pictures(root)
  checkboxes(root)
  cleanText(root)
  preformatted(root)
  formats(root)
  nestLists(root)
  tables(root)
  breaksBetween(root)
  spaceBlocks(root, flat)
  return root
}
