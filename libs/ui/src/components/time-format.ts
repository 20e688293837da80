import { atom, getDefaultStore, useAtomValue } from 'jotai'

/** Format of the time of day; `auto` follows the user's locale. */
export type TimeFormat = 'auto' | '12h' | '24h'

/** The reader's choice. `formatTime` and `formatDateTime` follow it from their next call on. */
export const timeFormatAtom = atom<TimeFormat>('auto')

/** The choice; a component that shows times and must follow it at once calls this. */
export const useTimeFormat = (): TimeFormat => useAtomValue(timeFormatAtom, { store: getDefaultStore() })

/** Whether times are written with AM and PM. */
export function is12Hours(
  format = getDefaultStore().get(timeFormatAtom),
  language = readersLanguage(),
): boolean {
  if (format !== 'auto') return format === '12h'
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ?? true
}

const readersLanguage = (): string | undefined => globalThis.navigator?.language || undefined
