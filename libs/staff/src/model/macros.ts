import { z } from '@helpdesk/supabase'
import { isTicketPriority, TICKET_PRIORITIES, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'
import { parseTags } from './tags'
import * as texts from './macro-texts'

/** Maximum characters of a macro's name and text. */
export const MACRO_NAME_MAX = 80
export const MACRO_BODY_MAX = 5000

/** A macro as the data API returns it. */
export const macroSchema = z.object({
  id: z.string(),
  owner_id: z.nullable(z.string()),
  is_shared: z.boolean(),
  name: z.string(),
  body: z.string(),
  set_status: z.nullable(z.enum(TICKET_STATUSES)),
  set_priority: z.nullable(z.enum(TICKET_PRIORITIES)),
  add_tags: z.nullable(z.array(z.string())),
  created_at: z.string(),
  updated_at: z.string(),
  /** How often the reader inserted it. */
  macro_uses: z.optional(z.array(z.object({ uses: z.number() }))),
})
export type Macro = z.infer<typeof macroSchema>

/** Where a text is selected in a box; null is at the end. */
type Selected = Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd'> | null

/** Replaces what is selected with `insertion`. @returns the text and the cursor after it */
export function insertAt(text: string, selected: Selected, insertion: string) {
  const { selectionStart: start = text.length, selectionEnd: end = start } = selected ?? {}
  return { text: text.slice(0, start) + insertion + text.slice(end), cursor: start + insertion.length }
}

/** Macros that contain every word of `query`: matches by name first, then by text. */
export function findMacros(macros: readonly Macro[], query: string): Macro[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const named = macros.filter(({ name }) => has(name))
  return [...named, ...macros.filter((each) => !named.includes(each) && has(`${each.name} ${each.body}`))]
}

/** How often the reader inserted a macro. */
export const usesOf = ({ macro_uses: [own] = [] }: Macro): number => own?.uses ?? 0

/** The folder in a macro's name, `Billing / Refund started`, and the rest; '' without one. */
export function inFolder(name: string): { folder: string; title: string } {
  const [, folder = '', title = name] = /^(.*\S)\s+\/\s+(\S.*)$/.exec(name) ?? []
  return { folder, title }
}

export interface MacroGroup {
  /** '' for macros without a folder. */
  folder: string
  macros: Macro[]
}

/** Macros by folder: those without one first, then the folders by name. */
export function macroFolders(macros: readonly Macro[]): MacroGroup[] {
  const folders = new Map<string, Macro[]>()
  for (const macro of macros) {
    const { folder } = inFolder(macro.name)
    folders.set(folder, [...(folders.get(folder) ?? []), macro])
  }
  return [...folders]
    .map(([folder, inside]) => ({ folder, macros: inside }))
    .sort((a, b) => a.folder.localeCompare(b.folder))
}

const MOST_USED = 5

/** The macros that the reader uses most, the most used first. */
export const mostUsed = (macros: readonly Macro[]): Macro[] =>
  macros
    .filter((macro) => usesOf(macro) > 0)
    .sort((a, b) => usesOf(b) - usesOf(a))
    .slice(0, MOST_USED)

/** The form of a macro. Tags are one comma-separated line; '' leaves status or priority unchanged. */
export const macroFormSchema = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, texts.nameRequired),
        z.maxLength(MACRO_NAME_MAX, texts.nameTooLong(MACRO_NAME_MAX)),
      ),
    body: z.string().check(z.trim(), z.maxLength(MACRO_BODY_MAX, texts.textTooLong(MACRO_BODY_MAX))),
    set_status: z.string(),
    set_priority: z.string(),
    add_tags: z
      .string()
      .check(z.refine((line) => parseTags(line).error === null, { error: ({ input }) => tagError(input) })),
    is_shared: z.boolean(),
  })
  .check(
    z.refine(
      (macro) =>
        [macro.body, macro.set_status, macro.set_priority, macro.add_tags].some((each) => each.trim()),
      {
        path: ['body'],
        error: texts.textRequired,
      },
    ),
  )
export type MacroFormValues = z.infer<typeof macroFormSchema>

const tagError = (input: unknown): string =>
  (typeof input === 'string' && parseTags(input).error) || texts.invalidTags

export const macroFormDefaults: MacroFormValues = {
  name: '',
  body: '',
  set_status: '',
  set_priority: '',
  add_tags: '',
  is_shared: false,
}

/** Form values of a stored macro. */
export const toMacroForm = (macro: Macro): MacroFormValues => ({
  name: macro.name,
  body: macro.body,
  set_status: macro.set_status ?? '',
  set_priority: macro.set_priority ?? '',
  add_tags: (macro.add_tags ?? []).join(', '),
  is_shared: macro.is_shared,
})

/** Database columns from form values. */
export function fromMacroForm(values: MacroFormValues) {
  const tags = parseTags(values.add_tags).tags
  const status: TicketStatus | null = isTicketStatus(values.set_status) ? values.set_status : null
  const priority: TicketPriority | null = isTicketPriority(values.set_priority) ? values.set_priority : null
  return {
    name: values.name.trim(),
    body: values.body.trim(),
    is_shared: values.is_shared,
    set_status: status,
    set_priority: priority,
    add_tags: tags,
  }
}
