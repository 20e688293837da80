import { localStore } from '@helpdesk/ui/storage/browser-storage'

// Its value is the user: a later user of the same browser has to ask for them again.
const KEY = 'helpdesk-browser-notifications'

/** Whether this browser can show notifications outside of the page. */
export const canNotify = (): boolean => 'Notification' in globalThis

/** Whether the user wants notifications of this browser while the page is hidden, and the browser allows them. */
export const isBrowserNotified = (userId: string): boolean =>
  canNotify() && Notification.permission === 'granted' && localStore.read(KEY) === userId

/**
 * Shows a notification of the browser.
 * @returns null when the browser shows none for pages: Chrome for Android throws, although it gives its permission
 */
export function showBrowserNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    turnOffBrowserNotifications()
    return null
  }
}

/**
 * Asks the browser for its permission, only after a click, and shows a first notification.
 * @param title of the first notification
 * @returns `unsupported` when the browser cannot show it
 */
export async function turnOnBrowserNotifications(
  userId: string,
  title: string,
): Promise<'on' | 'denied' | 'unsupported'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  if (!showBrowserNotification(title, { tag: KEY })) return 'unsupported'
  return localStore.write(KEY, userId) ? 'on' : 'unsupported'
}

/** The browser keeps its permission; the page no longer uses it. */
export const turnOffBrowserNotifications = (): void => void localStore.write(KEY, null)
