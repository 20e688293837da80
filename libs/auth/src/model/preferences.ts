import * as z from 'zod/mini'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
const TIME_FORMATS = ['auto', '12h', '24h'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]
const NOTIFICATIONS = ['notify_reply', 'notify_status', 'notify_assigned'] as const
export type Notification = (typeof NOTIFICATIONS)[number]

/** Settings of a user. Defaults: the system's theme and time format, all notifications on. */
export interface Preferences extends Partial<Record<Notification, boolean>> {
  theme?: Theme
  time_format?: TimeFormat
}

const schema = z.looseObject({
  theme: z.catch(z.optional(z.enum(THEMES)), undefined),
  time_format: z.catch(z.optional(z.enum(TIME_FORMATS)), undefined),
  notify_reply: z.catch(z.optional(z.boolean()), undefined),
  notify_status: z.catch(z.optional(z.boolean()), undefined),
  notify_assigned: z.catch(z.optional(z.boolean()), undefined),
})

/** Reads `profiles.preferences`; unknown values count as unset. */
export function readPreferences(value: unknown): Preferences {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) return {}
  const { theme, time_format, ...rest } = parsed.data
  return {
    ...(theme && { theme }),
    ...(time_format && { time_format }),
    ...Object.fromEntries(
      NOTIFICATIONS.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]])),
    ),
  }
}

/** Whether the user gets mails of this kind. */
export const isNotified = (preferences: Preferences, name: Notification): boolean => preferences[name] ?? true
