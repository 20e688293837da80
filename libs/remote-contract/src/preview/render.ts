import { deriveTemplate, merge, sampleAnswer, simplify, type SampleRows } from './derive'
import { WIDTHS } from './fill'
import { asCondition, type Formats, type Template, type TemplateElement } from './template'

/** A window of this width shows a screen as every window does from the width of the key. */
const TYPICAL = { 1296: 1440, 768: 800, 0: 360 }
const WAIT_MS = 30_000

interface Rendered {
  /** The rules of the screen's classes, as text. */
  styles: () => readonly string[]
  remove: () => void
}

interface PreviewedScreen {
  render: (answer: readonly unknown[], container: Element) => Rendered
  sample: SampleRows
  formats: Formats
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Renders a screen at all widths in a window without layout, and derives one template. */
export async function renderTemplate({ render, sample, formats }: PreviewedScreen): Promise<Template> {
  const answer = sampleAnswer(sample)
  const last = String(answer.at(-1)?.['id'])
  let whole: TemplateElement | undefined
  const rules = new Set<string>()
  for (const width of WIDTHS) {
    globalThis.innerWidth = TYPICAL[width]
    const container = document.createElement('div')
    document.body.append(container)
    const { styles, remove } = render(answer, container)
    const end = performance.now() + WAIT_MS
    while (!container.innerHTML.includes(last)) {
      if (performance.now() > end) throw new Error(`The screen shows no rows: ${container.textContent}`)
      await pause(20)
    }
    // effects of the rows
    await pause(200)
    const template = deriveTemplate(container, sample, formats)
    if (whole) merge(whole, template, 'width', String(width))
    whole ??= template
    for (const rule of styles()) rules.add(rule)
    remove()
    container.remove()
  }
  if (!whole) throw new Error('There are no widths')
  const { row, variants } = sample
  for (const [field, values] of Object.entries(variants))
    simplify(whole, field, values.map(asCondition), asCondition(row[field]))
  simplify(whole, 'width', WIDTHS.slice(1).map(String), String(WIDTHS[0]))
  return { css: [...rules].join(''), nodes: whole.children ?? [] }
}
