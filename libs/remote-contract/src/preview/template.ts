/** `field=value`, or `field!value` for every other value; '' is an absent or false one. */
export type Condition = string

/** An element, its attributes and children. `rows` is the one row that is repeated. */
export interface TemplateElement {
  tag: string
  attributes?: TemplateAttribute[]
  children?: TemplateNode[]
  rows?: TemplateElement
  when?: Condition[]
}
export interface TemplateText {
  text: string
  when?: Condition[]
}
export interface TemplateAttribute {
  name: string
  value: string
  when?: Condition[]
}
export type TemplateNode = TemplateElement | TemplateText

/** What a screen shows before its code has loaded; texts and values contain slots like `{created_at|date}`. */
export interface Template {
  css: string
  nodes: TemplateNode[]
}

export type Fields = Readonly<Record<string, unknown>>
/** Functions that show a field's value, by name; the screen uses the same. */
export type Formats = Readonly<Record<string, Readonly<Record<string, (value: string) => string>>>>

/** A value as conditions compare it. */
export const asCondition = (value: unknown): string =>
  value === null || value === undefined || value === false ? '' : String(value)
