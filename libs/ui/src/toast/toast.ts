import { atom, getDefaultStore } from 'jotai'

export type ToastType = 'info' | 'success' | 'error'
export interface ToastOptions {
  title: string
  description?: string
  type?: ToastType
  /** Milliseconds on the screen; 5,000 unless said otherwise. */
  duration?: number
}
export interface Toast extends Required<Omit<ToastOptions, 'description'>> {
  id: number
  description: string | undefined
  createdAt: number
}

/** Specification, section 9: shown for 5 s, kept in the list for 1,000,000 ms after that. */
const TOAST_DURATION = 5_000
const NOTIFICATION_LIFETIME = 1_000_000

/** The toast on the screen: one at a time, the newest wins. */
export const toastAtom = atom<Toast | undefined>(undefined)
/** Toasts that have left the screen, newest first. */
export const notificationsAtom = atom<readonly Toast[]>([])

let lastId = 0

/** Shows a message; the one on the screen moves to the notifications. Returns the toast's id. */
export const toast = ({ title, description, type = 'info', duration = TOAST_DURATION }: ToastOptions) => {
  dismissToast()
  lastId += 1
  getDefaultStore().set(toastAtom, {
    id: lastId,
    title,
    description,
    type,
    duration,
    createdAt: Date.now(),
  })
  return lastId
}

/** Takes the toast off the screen (only if it is `id`, when given) and keeps it in the notifications. */
export const dismissToast = (id?: number): void => {
  const store = getDefaultStore()
  const current = store.get(toastAtom)
  if (!current || (id !== undefined && current.id !== id)) return
  store.set(toastAtom, undefined)
  store.set(notificationsAtom, (list) => [current, ...list])
  setTimeout(
    () => store.set(notificationsAtom, (list) => list.filter((each) => each.id !== current.id)),
    NOTIFICATION_LIFETIME,
  )
}
