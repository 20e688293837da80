import { Parser } from 'htmlparser2'

/** Attributes that say something about the text. Styles are kept apart: the page's policy forbids them as attributes. */
const KEPT = new Set(['href', 'alt', 'class', 'colspan', 'start', 'checked', 'type', 'hidden', 'aria-hidden'])

/** What a message can use; larger pages come as plain lines. */
const MOST_ELEMENTS = 5_000
const MOST_LEVELS = 100
const MOST_HTML = 1_000_000
const LONGEST_STYLE = 2_000

const NAME = /^[a-z][a-z\d-]*$/

/**
 * The body of a page that was copied, as elements of a document that loads and runs nothing. The browser's own parser is for trusted
 * HTML only.
 */
export function parseHtml(html: string): HTMLElement {
  const page = document.implementation.createHTMLDocument('')
  const open: HTMLElement[] = [page.body]
  let elements = 0
  let isTooLarge = html.length > MOST_HTML
  const text: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      elements += 1
      isTooLarge ||= elements > MOST_ELEMENTS || open.length > MOST_LEVELS
      if (isTooLarge) return
      const element = page.createElement(NAME.test(name) ? name : 'span')
      for (const [key, value] of Object.entries(attributes)) {
        if (KEPT.has(key)) element.setAttribute(key, value)
        if (key === 'style') element.dataset.style = value.slice(0, LONGEST_STYLE)
      }
      open.at(-1)?.append(element)
      open.push(element)
    },
    ontext(part) {
      text.push(part)
      if (!isTooLarge) open.at(-1)?.append(part)
    },
    onclosetag(name) {
      if (/^(br|p|div|tr|li|h[1-6])$/.test(name)) text.push('\n')
      if (!isTooLarge && open.length > 1) open.pop()
    },
  })
  parser.end(html.slice(0, MOST_HTML))
  return isTooLarge ? linesOf(page.body, text.join('')) : page.body
}

function linesOf(body: HTMLElement, text: string): HTMLElement {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  body.replaceChildren(
    ...lines.filter(Boolean).map((line) => {
      const paragraph = body.ownerDocument.createElement('p')
      paragraph.textContent = line
      paragraph.dataset.line = ''
      return paragraph
    }),
  )
  return body
}
