import * as z from 'zod/mini'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
const TIME_FORMATS = ['auto', '12h', '24h'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]
const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]
const COMPOSERS = ['rich', 'plain'] as const
/** Where messages are written: in the editor, or in a plain text box. */
export type ComposerKind = (typeof COMPOSERS)[number]
/** Where the user is notified: by mail, or in the app. */
export type Channel = 'notify' | 'app'
/** Remotes that are released know these by name. Further settings need no line here: `choiceOf` reads them too. */
type Known = 'reply' | 'status' | 'assigned' | 'mention' | 'unassigned' | 'followed'
export type Notification = `${Channel}_${Known}`

type StoredColumn = { id: string; width?: number | undefined }

/** Settings of a user. Defaults: the system's theme and time format, comfortable rows; those of notifications: `notificationSettings`. */
export interface Preferences extends Partial<Record<Notification, boolean>> {
  theme?: Theme
  time_format?: TimeFormat
  /** The editor, unless chosen otherwise. */
  composer?: ComposerKind
  /** Of worklists. */
  density?: Density
  /** Columns of worklists, by list; `readColumns` of the staff library reads them. */
  columns?: Record<string, StoredColumn[]>
}

const columnSchema = z.object({ id: z.string(), width: z.optional(z.number()) })
const schema = z.looseObject({
  theme: z.catch(z.optional(z.enum(THEMES)), undefined),
  time_format: z.catch(z.optional(z.enum(TIME_FORMATS)), undefined),
  composer: z.catch(z.optional(z.enum(COMPOSERS)), undefined),
  density: z.catch(z.optional(z.enum(DENSITIES)), undefined),
  columns: z.catch(z.optional(z.record(z.string(), z.array(columnSchema))), undefined),
})
/** Also of a setting that only a newer release knows: saving others must not remove it. */
const isNotification = (entry: [string, unknown]): entry is [Notification, boolean] =>
  /^(notify|app)_[a-z_]+$/.test(entry[0]) && typeof entry[1] === 'boolean'

/** Reads `profiles.preferences`; unknown values count as unset. */
export function readPreferences(value: unknown): Preferences {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) return {}
  const { theme, time_format, composer, density, columns, ...rest } = parsed.data
  return {
    ...(theme && { theme }),
    ...(time_format && { time_format }),
    ...(composer && { composer }),
    ...(density && { density }),
    ...(columns && { columns }),
    ...Object.fromEntries(Object.entries(rest).filter(isNotification)),
  }
}

/** What the user chose for a setting of `notificationSettings`; undefined without a choice. */
export function choiceOf(preferences: Preferences, channel: Channel, name: string): boolean | undefined {
  const choices: Partial<Record<string, unknown>> = { ...preferences }
  const choice = choices[`${channel}_${name}`]
  return typeof choice === 'boolean' ? choice : undefined
}
