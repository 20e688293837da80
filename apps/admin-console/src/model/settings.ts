import { AppError, z } from '@helpdesk/supabase'
import * as texts from './settings-texts'

/** Upper limits from specification section 9: a workspace can only set lower ones. */
export const FILES_CEILING = 5
export const FILE_MB_CEILING = 5
export const INVITE_DAYS_CEILING = 7
/** Longest texts, limits of the database. */
export const WORKSPACE_NAME_MAX = 60
export const EMAIL_MAX = 254
const MB = 1024 * 1024
/** Which tickets agents may update: their own and unassigned ones, or all. */
const AGENTS_UPDATE = ['own', 'all'] as const
const TICKET_PREFIX = /^[a-z]{2,10}$/i
/** Lower limit of the form; the database accepts 1 kB. */
const FILE_MB_FLOOR = 0.1

/** Row of `workspace_settings`. */
export const workspaceSettingsSchema = z.object({
  workspace_name: z.string(),
  support_email: z.nullable(z.string()),
  ticket_prefix: z.string(),
  default_priority: z.string(),
  agents_update: z.enum(AGENTS_UPDATE),
  invite_days: z.number(),
  max_files: z.number(),
  max_file_bytes: z.number(),
  /** Endings of accepted files, without a dot. */
  file_types: z.array(z.string()),
  time_zone: z.string(),
  accent_color: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  /** Text below replies in mails. */
  mail_signature: z.nullish(z.string()),
  updated_at: z.string(),
})
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>
export type WorkspaceChange = Omit<WorkspaceSettings, 'updated_at'>
/** Columns that the form below does not contain. */
type IdentityColumn = 'accent_color' | 'logo' | 'mail_signature' | 'file_types'

const isWhole = (min: number, max: number) => (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
const isSize = (text: string) =>
  /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) &&
  megabytes(text) >= FILE_MB_FLOOR &&
  megabytes(text) <= FILE_MB_CEILING
const megabytes = (text: string) => Number(text.trim().replace(',', '.'))

/** The workspace form, as typed. */
export const workspaceFormSchema = z.object({
  workspace_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.nameRequired),
      z.maxLength(WORKSPACE_NAME_MAX, texts.nameTooLong(WORKSPACE_NAME_MAX)),
    ),
  support_email: z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || (text.length <= EMAIL_MAX && /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(text)),
      {
        error: texts.emailInvalid,
      },
    ),
  ),
  ticket_prefix: z.string().check(
    z.trim(),
    z.refine((text) => TICKET_PREFIX.test(text), { error: texts.ticketPrefixInvalid }),
  ),
  default_priority: z.string(),
  agents_update: z.enum(AGENTS_UPDATE),
  time_zone: z.string(),
  invite_days: z.string().check(
    z.refine(isWhole(1, INVITE_DAYS_CEILING), {
      error: texts.inviteDaysInvalid(INVITE_DAYS_CEILING),
    }),
  ),
  max_files: z
    .string()
    .check(z.refine(isWhole(0, FILES_CEILING), { error: texts.maxFilesInvalid(FILES_CEILING) })),
  max_file_mb: z
    .string()
    .check(z.refine(isSize, { error: texts.sizeInvalid(FILE_MB_FLOOR, FILE_MB_CEILING) })),
})
export type WorkspaceForm = z.infer<typeof workspaceFormSchema>

/** Converts stored settings to form values. */
export const toWorkspaceForm = (settings: WorkspaceSettings): WorkspaceForm => ({
  workspace_name: settings.workspace_name,
  support_email: settings.support_email ?? '',
  ticket_prefix: settings.ticket_prefix,
  default_priority: settings.default_priority,
  agents_update: settings.agents_update,
  time_zone: settings.time_zone,
  invite_days: String(settings.invite_days),
  max_files: String(settings.max_files),
  max_file_mb: String(Number((settings.max_file_bytes / MB).toFixed(2))),
})

/** Converts a valid form to columns. */
export const fromWorkspaceForm = (form: WorkspaceForm): Omit<WorkspaceChange, IdentityColumn> => ({
  workspace_name: form.workspace_name.trim(),
  support_email: form.support_email.trim() || null,
  ticket_prefix: form.ticket_prefix.trim().toUpperCase(),
  default_priority: form.default_priority,
  agents_update: form.agents_update,
  time_zone: form.time_zone,
  invite_days: Number(form.invite_days),
  max_files: Number(form.max_files),
  max_file_bytes: Math.round(megabytes(form.max_file_mb) * MB),
})

/**
 * Only the columns whose fields were changed: admins who change different settings do not overwrite each other, and a
 * size that the form shows rounded keeps its exact value.
 */
export function changedSettings(before: WorkspaceSettings, form: WorkspaceForm): Partial<WorkspaceChange> {
  const shown = toWorkspaceForm(before)
  const next = fromWorkspaceForm(form)
  const { max_file_mb, ...same } = form
  return Object.fromEntries([
    ...Object.entries(same)
      .filter(([name, text]) => text.trim() !== shown[name as keyof WorkspaceForm])
      .map(([name]) => [name, next[name as keyof typeof next]]),
    ...(max_file_mb.trim() === shown.max_file_mb ? [] : [['max_file_bytes', next.max_file_bytes]]),
  ])
}

const byConstraint: readonly (readonly [string, keyof WorkspaceForm, string])[] = [
  ['workspace_settings_name', 'workspace_name', texts.nameInvalid(WORKSPACE_NAME_MAX)],
  ['workspace_settings_email', 'support_email', texts.emailInvalid],
  ['workspace_settings_ticket_prefix', 'ticket_prefix', texts.ticketPrefixInvalid],
  ['workspace_settings_priority', 'default_priority', texts.priorityInvalid],
  ['workspace_settings_invite_days', 'invite_days', texts.tooManyDays(INVITE_DAYS_CEILING)],
  ['workspace_settings_max_file_bytes', 'max_file_mb', texts.tooLarge(FILE_MB_CEILING)],
  ['workspace_settings_max_files', 'max_files', texts.tooManyFiles(FILES_CEILING)],
]

/** Error text for the field that the database refused; null for other errors. */
export function refusedField(error: unknown): Partial<WorkspaceForm> | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'time_zone') return { time_zone: texts.timeZoneInvalid }
  if (error.code !== '23514') return null
  const found = byConstraint.find(([constraint]) => error.message.includes(`"${constraint}"`))
  return found ? { [found[1]]: found[2] } : null
}
