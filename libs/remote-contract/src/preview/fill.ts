import {
  asCondition,
  type Fields,
  type Formats,
  type Template,
  type TemplateElement,
  type TemplateNode,
} from './template'

/** Widths of the window from which a screen is rendered anew, in pixels. */
export const WIDTHS = [1296, 768, 0] as const
/** More than a screen shows. */
const MAX_ROWS = 16
const SVG = 'http://www.w3.org/2000/svg'

interface Values {
  fields: Fields
  rows: readonly Fields[]
  formats: Formats
}

const isRow = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && 'id' in value

/**
 * Fills a template with the rows of an answer: values become text and attributes, never markup.
 * @param answer parsed JSON; it comes from outside
 * @param main empty
 * @returns false without a row
 */
export function fill(
  { css, nodes }: Template,
  formats: Formats,
  answer: unknown,
  main: HTMLElement,
): boolean {
  const rows = Array.isArray(answer) ? answer.filter(isRow).slice(0, MAX_ROWS) : []
  if (rows.length === 0) return false
  const style = document.createElement('style')
  style.textContent = css
  const article = document.createElement('article')
  const fields = { width: WIDTHS.find((width) => innerWidth >= width) }
  append(article, nodes, { fields, rows, formats })
  main.append(style, article)
  return true
}

function append(parent: Element, nodes: readonly TemplateNode[], values: Values) {
  for (const node of nodes)
    if (applies(node, values))
      parent.append('text' in node ? withValues(node.text, values) : draw(node, parent, values))
}

function draw(
  { tag, attributes = [], children = [], rows: row }: TemplateElement,
  parent: Element,
  values: Values,
) {
  const isDrawing = tag === 'svg' || parent.namespaceURI === SVG
  const element = isDrawing ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const attribute of attributes) {
    const { name, value } = attribute
    const encode = name === 'href' ? encodeURIComponent : undefined
    if (applies(attribute, values)) element.setAttribute(name, withValues(value, values, encode))
  }
  append(element, children, values)
  if (row)
    for (const each of values.rows)
      element.append(draw(row, element, { ...values, fields: { ...each, ...values.fields } }))
  return element
}

function withValues(text: string, { fields, formats }: Values, encode = (value: string) => value): string {
  return text.replace(/\{(\w+)(?:\|(\w+))?\}/g, (_, field: string, name = '') => {
    const value = asCondition(fields[field])
    const format = formats[field]?.[name]
    return encode(value && format ? format(value) : value)
  })
}

const applies = ({ when = [] }: { when?: readonly string[] }, { fields }: Values) =>
  when.every((condition) => {
    const [, field = '', sign, value] = /^(\w+)([=!])(.*)$/.exec(condition) ?? []
    return (asCondition(fields[field]) === value) === (sign === '=')
  })
