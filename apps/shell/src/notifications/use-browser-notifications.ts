import { useAuth } from '@helpdesk/auth/session/hooks'
import { isBrowserNotified, showBrowserNotification } from '@helpdesk/auth/storage/browser-notifications'
import { useNavigate } from '@helpdesk/ui/router'
import { useEffect } from 'react'
import { listNotifications, type NotificationItem } from './api/list-notifications'
import { notificationPath } from './notification-path'
import * as texts from './texts'

/** Milliseconds between two questions of a hidden page. Browsers may make it a minute. */
const INTERVAL = 30_000
const ROWS = 10

/** Shows what arrives while the page is hidden as notifications of the browser, if the user asked for them. */
export function useBrowserNotifications(): void {
  const userId = useAuth().user?.id
  const navigate = useNavigate()
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    /** Ids of what was there when the page was hidden, or was shown since. */
    let known: Set<string> | undefined

    function show(item: NotificationItem) {
      const body = texts.subject(item)
      const shown = showBrowserNotification(texts.sentence(item), { body, tag: item.id })
      if (!shown) return
      shown.onclick = () => {
        window.focus()
        shown.close()
        void navigate(notificationPath(item))
      }
    }
    async function look() {
      // A failure is repeated by the next question.
      const items = await listNotifications(undefined, ROWS).catch(() => undefined)
      if (!items || document.visibilityState !== 'hidden') return
      const before = known
      // What happens again keeps its id.
      const keyOf = ({ id, times }: NotificationItem) => `${id} ${times}`
      known = new Set(items.map(keyOf))
      if (before) for (const item of items) if (!item.is_read && !before.has(keyOf(item))) show(item)
    }
    function follow() {
      clearInterval(timer)
      known = undefined
      if (document.visibilityState !== 'hidden' || !userId || !isBrowserNotified(userId)) return
      void look()
      timer = setInterval(() => void look(), INTERVAL)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [userId, navigate])
}
