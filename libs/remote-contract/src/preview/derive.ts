import { asCondition, type Fields, type Formats, type TemplateElement, type TemplateNode } from './template'

/** Rows as the first read of a screen returns them, with values that are found again in what the screen renders. */
export interface SampleRows {
  /** Every text and time is different. */
  row: Fields
  /** Other values of fields, for which the screen shows something else. */
  variants: Readonly<Record<string, readonly unknown[]>>
}

/** Tooltips, references between elements, and what only scripts read: of no use before the app. */
const DROPPED =
  /^(?:title|id|for|name|datetime|tabindex|maxlength|autocomplete|aria-(?:describedby|labelledby|controls|rowindex|rowcount|live|busy)|data-row-height)$/
/** Characters of a value that is found within other text too. */
const LONG = 5
const CONTROLS = /^(?:button|input|select|textarea|label)$/

/** The sample row and a copy for each variant, each with an id that names its number. */
export function sampleAnswer({ row, variants }: SampleRows): Fields[] {
  const others = Object.entries(variants).flatMap(([field, values]) =>
    values.map((value) => ({ [field]: value })),
  )
  return [{}, ...others].map((change, n) => ({ ...row, ...change, id: sampleId(n) }))
}
const sampleId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/**
 * Derives a template from a screen that shows {@link sampleAnswer}: values become slots, and what differs between two
 * rows depends on the field in which they differ. Nothing has to be marked in the components.
 * @throws Error when the screen does not show the rows
 */
export function deriveTemplate(
  screen: Element,
  { row, variants }: SampleRows,
  formats: Formats,
): TemplateElement {
  const elements = findRows(screen, 1 + Object.values(variants).flat().length)
  const [first, ...others] = elements.map((element, n) =>
    toNode(element, slotter({ ...row, id: sampleId(n) }, formats)),
  )
  const parent = elements[0]?.parentElement
  if (!first || !parent) throw new Error('The rows have no parent')
  for (const [field, values] of Object.entries(variants))
    for (const value of values) {
      const other = others.shift()
      if (other) merge(first, other, field, asCondition(value))
    }
  return toNode(screen, (text) => text, { parent, row: first })
}

/** The smallest elements that each contain one row: siblings. */
function findRows(screen: Element, count: number): Element[] {
  const withId = (n: number) =>
    [...screen.querySelectorAll('*')].find((element) =>
      [...element.attributes].some(({ value }) => value.includes(sampleId(n))),
    )
  const found = Array.from({ length: count }, (_, n) => {
    const element = withId(n)
    if (!element) throw new Error(`The screen does not show sample row ${n}`)
    return element
  })
  const [first] = found
  if (!first) throw new Error('There is no sample row')
  let row = first
  while (row.parentElement && !found.every((element) => row.parentElement?.contains(element)))
    row = row.parentElement
  const siblings = [...(row.parentElement?.children ?? [])]
  return found.map((element) => siblings.find((each) => each.contains(element)) ?? element)
}

/** Replaces sample values, and what the formats make of them, by slots: the longest first. */
function slotter(row: Fields, formats: Formats): (text: string) => string {
  const slots = Object.entries(row)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .flatMap(([field, raw]) => {
      const value = String(raw)
      const formatted = Object.entries(formats[field] ?? {}).map(
        ([name, format]) => [format(value), `{${field}|${name}}`] as const,
      )
      return [[value, `{${field}}`] as const, ...formatted]
    })
    .filter(([text]) => text !== '')
    .sort(([a], [b]) => b.length - a.length)
  const long = slots.filter(([value]) => value.length >= LONG)
  return (text) =>
    slots.find(([value]) => value === text)?.[1] ??
    long.reduce((all, [value, slot]) => all.replaceAll(value, slot), text)
}

interface List {
  parent: Element
  row: TemplateElement
}

function toNode(element: Element, withSlots: (text: string) => string, list?: List): TemplateElement {
  const tag = element.localName
  const attributes = [...element.attributes]
    .filter(({ name }) => !DROPPED.test(name))
    .map(({ name, value }) => ({ name, value: name === 'class' ? value : withSlots(value) }))
  if (CONTROLS.test(tag)) attributes.push({ name: 'tabindex', value: '-1' })
  if (element === list?.parent) return { tag, attributes, rows: list.row }
  const children: TemplateNode[] = []
  element.normalize()
  for (const node of element.childNodes) {
    if (node instanceof Element) {
      children.push(toNode(node, withSlots, list))
      // what follows the rows depends on their number
      if (list && node.contains(list.parent)) break
    } else if (node.nodeType === Node.TEXT_NODE) children.push({ text: withSlots(node.nodeValue ?? '') })
  }
  return { tag, attributes, children }
}

/** Adds how another rendering of an element differs, in which a field has this value. */
export function merge(element: TemplateElement, other: TemplateElement, field: string, value: string): void {
  const is = [`${field}=${value}`]
  const attributes = (element.attributes ??= [])
  const others = (other.attributes ?? []).filter(isOriginal)
  const own = attributes.filter(isOriginal)
  for (const each of own) if (!others.some((one) => equal(one, each))) exclude(each, field, value)
  for (const each of others) if (!own.some((one) => equal(one, each))) attributes.push({ ...each, when: is })

  if (element.rows && other.rows) merge(element.rows, other.rows, field, value)
  const all = (element.children ??= [])
  const ours = all.filter(isOriginal)
  const theirs = (other.children ?? []).filter(isOriginal)
  const shorter = Math.min(ours.length, theirs.length)
  let start = 0
  while (start < shorter && equal(ours[start], theirs[start])) start += 1
  let end = 0
  while (end < shorter - start && equal(ours.at(-1 - end), theirs.at(-1 - end))) end += 1
  const [removed, added] = [ours.slice(start, ours.length - end), theirs.slice(start, theirs.length - end)]
  const pairs = removed.map((node, n) => [node, added[n]] as const)
  if (removed.length === added.length && pairs.every(([a, b]) => b && isSameTag(a, b)))
    for (const [a, b] of pairs) merge(a as TemplateElement, b as TemplateElement, field, value)
  else {
    for (const node of removed) exclude(node, field, value)
    const next = ours[start + removed.length]
    const variants = added.map((node) => ({ ...node, when: [...(node.when ?? []), ...is] }))
    all.splice(next ? all.indexOf(next) : all.length, 0, ...variants)
  }
}

const isSameTag = (a: TemplateNode, b: TemplateNode) => 'tag' in a && 'tag' in b && a.tag === b.tag

interface Conditional {
  when?: string[]
}
/** Not of a variant. */
const isOriginal = ({ when = [] }: Conditional) => when.every((condition) => !/^\w+=/.test(condition))
const exclude = (node: Conditional, field: string, value: string) => {
  node.when = [...(node.when ?? []), `${field}!${value}`]
}
/** Whether two are equal but for variants that were added. */
const equal = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b))
const plain = (node: unknown): unknown =>
  JSON.parse(
    JSON.stringify(node ?? null, (key, value: unknown) =>
      key === 'when' ? undefined : Array.isArray(value) ? value.filter(isOriginal) : value,
    ),
  )

/** Says what is excluded for every variant of a field by its own value: unknown values then show nothing. */
export function simplify(
  node: TemplateElement,
  field: string,
  variants: readonly string[],
  own: string,
): void {
  const excluded = variants.map((value) => `${field}!${value}`)
  const visit = (each: Conditional) => {
    const { when } = each
    if (when && variants.length > 1 && excluded.every((condition) => when.includes(condition)))
      each.when = [...when.filter((condition) => !excluded.includes(condition)), `${field}=${own}`]
  }
  for (const each of [node, ...(node.attributes ?? [])]) visit(each)
  if (node.rows) simplify(node.rows, field, variants, own)
  for (const child of node.children ?? [])
    if ('tag' in child) simplify(child, field, variants, own)
    else visit(child)
}
