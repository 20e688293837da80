import { MEDIUM_HINT, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { AppError, z } from '@helpdesk/supabase'
import * as texts from './settings-texts'
import { timeZoneOptions } from './time-zones'

/** Upper limits from specification section 9: a workspace can only set lower ones. */
const FILES_CEILING = 5
const FILE_MB_CEILING = 5
const INVITE_DAYS_CEILING = 7
const UNDO_SEND_CEILING = 60
const FOLLOW_UP_CEILING = 3650
/** Longest texts, limits of the database. */
const WORKSPACE_NAME_MAX = 60
const EMAIL_MAX = 254
const MB = 1024 * 1024
/** Which tickets agents may update: their own and unassigned ones, or all. */
const AGENTS_UPDATE = ['own', 'all'] as const
const TICKET_PREFIX = /^[a-z]{2,10}$/i
/** Lower limit of the form; the database accepts 1 kB. */
const FILE_MB_FLOOR = 0.1

/** Row of `workspace_settings`, with the defaults of settings that the form has. */
export const workspaceSettingsSchema = z.object({
  workspace_name: z._default(z.string(), 'Helpdesk'),
  support_email: z._default(z.nullable(z.string()), null),
  ticket_prefix: z._default(z.string(), 'TICKET'),
  default_priority: z._default(z.string(), 'normal'),
  agents_update: z._default(z.enum(AGENTS_UPDATE), 'own'),
  time_zone: z._default(z.string(), 'UTC'),
  invite_days: z._default(z.number(), INVITE_DAYS_CEILING),
  undo_send_seconds: z._default(z.number(), 10),
  /** 0: never. */
  follow_up_days: z._default(z.number(), 28),
  /** 1 is Monday, 7 Sunday. */
  working_days: z._default(z.array(z.number()), [1, 2, 3, 4, 5]),
  /** Such as `09:00:00`. */
  opens_at: z._default(z.string(), '09:00:00'),
  closes_at: z._default(z.string(), '17:00:00'),
  max_files: z._default(z.number(), FILES_CEILING),
  max_file_bytes: z._default(z.number(), FILE_MB_CEILING * MB),
  /** Endings of accepted files, without a dot. */
  file_types: z.array(z.string()),
  accent_color: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  /** Text below replies in mails. */
  mail_signature: z.nullish(z.string()),
  updated_at: z.string(),
})
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>
export type WorkspaceChange = Omit<WorkspaceSettings, 'updated_at'>

const isWhole = (min: number, max: number) => (text: string) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
const megabytes = (text: string) => Number(text.trim().replace(',', '.'))
const isSize = (text: string) =>
  /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) &&
  megabytes(text) >= FILE_MB_FLOOR &&
  megabytes(text) <= FILE_MB_CEILING
const isEmail = (text: string) =>
  text === '' || (text.length <= EMAIL_MAX && /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(text))

/** `1,2,3` as days of the week. */
export const daysOf = (text: string): number[] => text.split(',').filter(Boolean).map(Number)

/** A setting in the form. */
interface Field {
  label: string
  /** Below the control. @param shown - the saved value */
  hint?: (shown: string) => string
  isRequired?: boolean
  /** Attributes of a text input. */
  input?: { type?: 'email' | 'time'; inputMode?: 'numeric' | 'decimal'; maxLength?: number }
  /** Makes it a choice. @param shown - the saved value */
  options?: (shown: string) => readonly { value: string; label: string }[]
  /** Makes it days of the week, as in `daysOf`. */
  isDays?: boolean
  /** Beside the next or previous one. */
  isHalf?: boolean
  /** Of the text as typed. */
  rule: z.ZodMiniType<string>
  /** The text of the saved value, and what a valid text saves. */
  show: (settings: WorkspaceSettings) => string
  save: (text: string) => Partial<WorkspaceChange>
  /** Of the database, and the text where it refuses the value. */
  constraint?: string
  refused?: string
}

/** The form: a setting is here, in the row above, and with its words. */
const FIELDS = {
  workspace_name: {
    label: texts.name,
    isRequired: true,
    input: { maxLength: WORKSPACE_NAME_MAX },
    rule: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, texts.nameRequired),
        z.maxLength(WORKSPACE_NAME_MAX, texts.nameTooLong(WORKSPACE_NAME_MAX)),
      ),
    show: (settings) => settings.workspace_name,
    save: (text) => ({ workspace_name: text.trim() }),
    constraint: 'workspace_settings_name',
    refused: texts.nameInvalid(WORKSPACE_NAME_MAX),
  },
  support_email: {
    label: texts.supportEmail,
    hint: () => texts.supportHint,
    input: { type: 'email', maxLength: EMAIL_MAX },
    rule: z.string().check(z.trim(), z.refine(isEmail, { error: texts.emailInvalid })),
    show: (settings) => settings.support_email ?? '',
    save: (text) => ({ support_email: text.trim() || null }),
    constraint: 'workspace_settings_email',
    refused: texts.emailInvalid,
  },
  ticket_prefix: {
    label: texts.ticketPrefix,
    hint: texts.ticketPrefixHint,
    isRequired: true,
    rule: z.string().check(
      z.trim(),
      z.refine((text) => TICKET_PREFIX.test(text), { error: texts.ticketPrefixInvalid }),
    ),
    show: (settings) => settings.ticket_prefix,
    save: (text) => ({ ticket_prefix: text.trim().toUpperCase() }),
    constraint: 'workspace_settings_ticket_prefix',
    refused: texts.ticketPrefixInvalid,
  },
  time_zone: {
    label: texts.timeZone,
    hint: () => texts.timeZoneHint,
    options: timeZoneOptions,
    rule: z.string(),
    show: (settings) => settings.time_zone,
    save: (text) => ({ time_zone: text }),
    refused: texts.timeZoneInvalid,
  },
  working_days: {
    label: texts.workingDays,
    isDays: true,
    rule: z.string().check(z.minLength(1, texts.workingDaysMissing)),
    show: (settings) => settings.working_days.join(','),
    save: (text) => ({ working_days: daysOf(text) }),
    constraint: 'workspace_settings_working_days',
    refused: texts.workingDaysMissing,
  },
  opens_at: {
    label: texts.opensAt,
    hint: () => texts.hoursHint,
    isHalf: true,
    input: { type: 'time' },
    rule: z.string().check(z.minLength(1, texts.timeMissing)),
    show: (settings) => settings.opens_at.slice(0, 5),
    save: (text) => ({ opens_at: text }),
  },
  closes_at: {
    label: texts.closesAt,
    isHalf: true,
    input: { type: 'time' },
    rule: z.string(),
    show: (settings) => settings.closes_at.slice(0, 5),
    save: (text) => ({ closes_at: text }),
    constraint: 'workspace_settings_hours',
    refused: texts.closesTooEarly,
  },
  default_priority: {
    label: texts.defaultPriority,
    hint: () => `${texts.priorityHint} ${MEDIUM_HINT}`,
    options: () => TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
    rule: z.string(),
    show: (settings) => settings.default_priority,
    save: (text) => ({ default_priority: text }),
    constraint: 'workspace_settings_priority',
    refused: texts.priorityInvalid,
  },
  agents_update: {
    label: texts.agentsUpdate,
    hint: () => texts.agentsUpdateHint,
    options: () => [
      { value: 'own', label: texts.ownTickets },
      { value: 'all', label: texts.everyTicket },
    ],
    rule: z.string(),
    show: (settings) => settings.agents_update,
    save: (text) => ({ agents_update: text === 'all' ? 'all' : 'own' }),
  },
  invite_days: {
    label: texts.inviteDays,
    hint: () => texts.inviteHint(INVITE_DAYS_CEILING),
    input: { inputMode: 'numeric' },
    rule: z
      .string()
      .check(
        z.refine(isWhole(1, INVITE_DAYS_CEILING), { error: texts.inviteDaysInvalid(INVITE_DAYS_CEILING) }),
      ),
    show: (settings) => String(settings.invite_days),
    save: (text) => ({ invite_days: Number(text) }),
    constraint: 'workspace_settings_invite_days',
    refused: texts.tooManyDays(INVITE_DAYS_CEILING),
  },
  undo_send_seconds: {
    label: texts.undoSend,
    hint: () => texts.undoSendHint(UNDO_SEND_CEILING),
    input: { inputMode: 'numeric' },
    rule: z
      .string()
      .check(z.refine(isWhole(0, UNDO_SEND_CEILING), { error: texts.undoSendInvalid(UNDO_SEND_CEILING) })),
    show: (settings) => String(settings.undo_send_seconds),
    save: (text) => ({ undo_send_seconds: Number(text) }),
    constraint: 'workspace_settings_undo_send_seconds',
    refused: texts.undoSendInvalid(UNDO_SEND_CEILING),
  },
  follow_up_days: {
    label: texts.followUpDays,
    hint: () => texts.followUpHint(FOLLOW_UP_CEILING),
    input: { inputMode: 'numeric' },
    rule: z
      .string()
      .check(z.refine(isWhole(0, FOLLOW_UP_CEILING), { error: texts.followUpInvalid(FOLLOW_UP_CEILING) })),
    show: (settings) => String(settings.follow_up_days),
    save: (text) => ({ follow_up_days: Number(text) }),
    constraint: 'workspace_settings_follow_up_days',
    refused: texts.followUpInvalid(FOLLOW_UP_CEILING),
  },
  max_files: {
    label: texts.maxFiles,
    hint: () => texts.filesHint(FILES_CEILING),
    input: { inputMode: 'numeric' },
    rule: z
      .string()
      .check(z.refine(isWhole(0, FILES_CEILING), { error: texts.maxFilesInvalid(FILES_CEILING) })),
    show: (settings) => String(settings.max_files),
    save: (text) => ({ max_files: Number(text) }),
    constraint: 'workspace_settings_max_files',
    refused: texts.tooManyFiles(FILES_CEILING),
  },
  max_file_bytes: {
    label: texts.maxFileSize,
    hint: () => texts.sizeHint(FILE_MB_CEILING),
    input: { inputMode: 'decimal' },
    rule: z.string().check(z.refine(isSize, { error: texts.sizeInvalid(FILE_MB_FLOOR, FILE_MB_CEILING) })),
    show: (settings) => String(Number((settings.max_file_bytes / MB).toFixed(2))),
    save: (text) => ({ max_file_bytes: Math.round(megabytes(text) * MB) }),
    constraint: 'workspace_settings_max_file_bytes',
    refused: texts.tooLarge(FILE_MB_CEILING),
  },
} satisfies Record<string, Field>
type FieldName = keyof typeof FIELDS

/** The fields in the order of the form. */
export const workspaceFields: readonly (Field & { name: FieldName })[] = (
  Object.keys(FIELDS) as FieldName[]
).map((name) => ({ name, ...FIELDS[name] }))

/** The form, as typed. */
export type WorkspaceForm = Record<FieldName, string>

const ofFields = <T>(of: (field: Field) => T) =>
  Object.fromEntries(workspaceFields.map((field) => [field.name, of(field)])) as Record<FieldName, T>

export const workspaceFormSchema = z.object(ofFields(({ rule }) => rule)).check(
  z.refine(({ opens_at, closes_at }) => opens_at < closes_at, {
    error: texts.closesTooEarly,
    path: ['closes_at'],
  }),
)

/** Converts stored settings to form values. */
export const toWorkspaceForm = (settings: WorkspaceSettings): WorkspaceForm =>
  ofFields(({ show }) => show(settings))

/**
 * Only the columns whose fields were changed: admins who change different settings do not overwrite each other, and a
 * size that the form shows rounded keeps its exact value.
 */
export function changedSettings(before: WorkspaceSettings, form: WorkspaceForm): Partial<WorkspaceChange> {
  const changed = workspaceFields.filter(({ name, show }) => form[name].trim() !== show(before))
  return Object.assign({}, ...changed.map(({ name, save }) => save(form[name])))
}

/** Error text for the field that the database refused; null for other errors. */
export function refusedField(error: unknown): Partial<WorkspaceForm> | null {
  if (!(error instanceof AppError)) return null
  const found = workspaceFields.find(({ name, constraint = name }) =>
    error.code === '23514' ? error.message.includes(`"${constraint}"`) : error.code === name,
  )
  return found?.refused ? { [found.name]: found.refused } : null
}
