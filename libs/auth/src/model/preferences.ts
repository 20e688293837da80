import * as z from 'zod/mini'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
const TIME_FORMATS = ['auto', '12h', '24h'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]
/** Where the user is notified: by mail, or in the app. */
export type Channel = 'notify' | 'app'
export type NotificationKind = 'reply' | 'status' | 'assigned' | 'mention' | 'unassigned' | 'followed'
export type Notification = `${Channel}_${NotificationKind}`

/** Settings of a user. Defaults: the system's theme and time format; those of notifications: {@link isNotified}. */
export interface Preferences extends Partial<Record<Notification, boolean>> {
  theme?: Theme
  time_format?: TimeFormat
}

const schema = z.looseObject({
  theme: z.catch(z.optional(z.enum(THEMES)), undefined),
  time_format: z.catch(z.optional(z.enum(TIME_FORMATS)), undefined),
})
const isNotification = (entry: [string, unknown]): entry is [Notification, boolean] =>
  /^(notify|app)_(reply|status|assigned|mention|unassigned|followed)$/.test(entry[0]) &&
  typeof entry[1] === 'boolean'

/** Reads `profiles.preferences`; unknown values count as unset. */
export function readPreferences(value: unknown): Preferences {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) return {}
  const { theme, time_format, ...rest } = parsed.data
  return {
    ...(theme && { theme }),
    ...(time_format && { time_format }),
    ...Object.fromEntries(Object.entries(rest).filter(isNotification)),
  }
}

/** Off until the user turns them on, as in the database (`private.wants`). */
const OFF_BY_DEFAULT: readonly Notification[] = ['app_unassigned', 'notify_unassigned', 'notify_followed']

/** Whether the user gets notifications of this kind. */
export const isNotified = (preferences: Preferences, name: Notification): boolean =>
  preferences[name] ?? !OFF_BY_DEFAULT.includes(name)
