import { atom, getDefaultStore, useAtomValue } from 'jotai'

/** Format of the time of day; `auto` follows the user's locale. */
export type TimeFormat = 'auto' | '12h' | '24h'

/** The user's time format, which `formatTime` and `formatDateTime` read on each call. */
export const timeFormatAtom = atom<TimeFormat>('auto')

/** The user's time format, for components that must re-render when it changes. */
export const useTimeFormat = (): TimeFormat => useAtomValue(timeFormatAtom, { store: getDefaultStore() })

/** Whether times are shown with AM and PM. */
export function is12Hours(
  format = getDefaultStore().get(timeFormatAtom),
  language = userLanguage(),
): boolean {
  if (format !== 'auto') return format === '12h'
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ?? true
}

const userLanguage = (): string | undefined => globalThis.navigator?.language || undefined
