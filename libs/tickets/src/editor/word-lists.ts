const styleOf = (element: HTMLElement): string => element.dataset.style ?? ''

const levelOf = (line: HTMLElement): number =>
  Number(/mso-list:[^;]*level(\d)/i.exec(styleOf(line))?.[1] ?? 0)

/** The mark in front of an item, such as `·` or `2.`. */
function takeMark(line: HTMLElement): string {
  const mark = [...line.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
  const text = mark?.textContent?.trim() ?? ''
  mark?.remove()
  return text
}

/** Word writes list items as paragraphs with a level and a mark: makes lists of them. */
export function joinWordLists(root: Element): void {
  const create = (name: string) => root.ownerDocument.createElement(name)
  /** The open lists, outermost first. */
  let open: Element[] = []
  let last: Element | null = null
  for (const line of root.querySelectorAll<HTMLElement>(
    'p[data-style*="mso-list"], h1[data-style*="mso-list"], h2[data-style*="mso-list"]',
  )) {
    const level = levelOf(line)
    if (level === 0 || line.localName !== 'p') continue
    if (last?.nextElementSibling !== line || last.parentElement !== line.parentElement) open = []
    const mark = takeMark(line)
    const number = /^\(?(\d+|[a-z]{1,4})[.)]$/i.exec(mark)?.[1]
    open = open.slice(0, level)
    while (open.length < level) {
      const list = create(number ? 'ol' : 'ul')
      if (number && /^\d+$/.test(number)) list.setAttribute('start', number)
      const outer = open.at(-1)
      if (!outer) line.before(list)
      else (outer.lastElementChild ?? outer.appendChild(create('li'))).append(list)
      open.push(list)
    }
    const item = create('li')
    item.append(...line.childNodes)
    open.at(-1)?.append(item)
    line.remove()
    last = open[0] ?? null
  }
}
