import { atom, getDefaultStore } from 'jotai'
import { serverNow } from '../clock/server-clock'

export type ToastType = 'info' | 'success' | 'error'
export interface ToastOptions {
  title: string
  description?: string
  type?: ToastType
  /** Milliseconds on the screen; 5,000 by default. */
  duration?: number
  /** A button, such as Undo. It dismisses the toast. */
  action?: ToastAction | null
}
interface ToastAction {
  label: string
  run: () => void
}
export interface Toast extends Required<Omit<ToastOptions, 'description'>> {
  id: number
  description: string | undefined
  createdAt: number
}

/** Milliseconds of specification section 9: on the screen, then in the notifications. */
const TOAST_DURATION = 5_000
const NOTIFICATION_LIFETIME = 1_000_000

/** The toast on the screen; a new one replaces it. */
export const toastAtom = atom<Toast | undefined>(undefined)
/** Dismissed toasts, newest first. */
export const notificationsAtom = atom<readonly Toast[]>([])

let lastId = 0

/** Shows a message; the one on the screen moves to the notifications. Returns the toast's id. */
export const toast = ({
  title,
  description,
  type = 'info',
  duration = TOAST_DURATION,
  action = null,
}: ToastOptions) => {
  const store = getDefaultStore()
  const replaced = store.get(toastAtom)
  lastId += 1
  // In one step: without a message on the screen in between, which would look like a dismissal.
  store.set(toastAtom, {
    id: lastId,
    title,
    description,
    type,
    duration,
    action,
    createdAt: serverNow(),
  })
  if (replaced) archive(replaced)
  return lastId
}

/** Moves a toast to the notifications, for a while. */
function archive(shown: Toast): void {
  const store = getDefaultStore()
  store.set(notificationsAtom, (list) => [shown, ...list])
  setTimeout(
    () => store.set(notificationsAtom, (list) => list.filter((each) => each.id !== shown.id)),
    NOTIFICATION_LIFETIME,
  )
}

/** Moves the toast (only that with `id`, if given) from the screen to the notifications. */
export const dismissToast = (id?: number): void => {
  const store = getDefaultStore()
  const current = store.get(toastAtom)
  if (!current || (id !== undefined && current.id !== id)) return
  store.set(toastAtom, undefined)
  archive(current)
}
