import { element, type PreviewRow } from './lines'

export interface PreviewColumn {
  title?: string
  /** CSS; the rest of the table when absent. */
  width?: string
  /** Lines of the cell; a column without them leaves room for controls. */
  lines?: (row: PreviewRow) => readonly (string | Node)[]
  /** Shown on narrow screens too. */
  always?: boolean
}

export interface ListPreview {
  heading: string
  subtitle: string
  columns: readonly PreviewColumn[]
  /**
   * Lengths in pixels, as on the screen that follows: nothing jumps when it replaces the preview. The shell's skeleton
   * has the styles and says from which width of the window `wide` applies.
   */
  sizes: { narrow: PreviewSizes; wide: PreviewSizes }
}

interface PreviewSizes {
  /** From the heading to the table. */
  top: number
  /** 0 without visible headings. */
  head: number
  row: number
}

/** More than a screen shows. */
const MAX_ROWS = 16

const isRow = (value: unknown): value is PreviewRow =>
  typeof value === 'object' && value !== null && 'id' in value && 'subject' in value

/**
 * Draws the first rows of a list of tickets, in plain elements and without the screen's controls.
 * @returns false without a row
 */
export function drawList(answer: unknown, main: HTMLElement, preview: ListPreview): boolean {
  const rows = Array.isArray(answer) ? answer.filter(isRow).slice(0, MAX_ROWS) : []
  if (rows.length === 0) return false
  const table = document.createElement('table')
  const head = table.createTHead().insertRow()
  const body = table.createTBody()
  for (const { title, width, always } of preview.columns) {
    const cell = element('th', title ?? '')
    if (width) cell.style.width = width
    if (!always) cell.dataset['wideOnly'] = ''
    head.append(cell)
  }
  for (const row of rows) {
    const drawn = body.insertRow()
    for (const { lines, always } of preview.columns) {
      const cell = drawn.insertCell()
      if (!always) cell.dataset['wideOnly'] = ''
      for (const line of lines?.(row) ?? [])
        cell.append(typeof line === 'string' ? element('span', line) : line)
    }
  }
  const list = document.createElement('article')
  for (const width of ['narrow', 'wide'] as const)
    for (const [name, pixels] of Object.entries(preview.sizes[width]))
      list.style.setProperty(`--${width}-${name}`, `${pixels}px`)
  list.append(element('h1', preview.heading), element('p', preview.subtitle), table)
  main.append(list)
  return true
}
