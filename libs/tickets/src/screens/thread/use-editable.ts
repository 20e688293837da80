import { useEffect, useMemo, useState } from 'react'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import { editTimeLeft } from '../../model/comment-rules'
import type { TicketComment } from '../../model/rows'

/**
 * Whether the user may still edit the comment. Turns false when the time is over.
 * @param loadedAt the server's time when the ticket was read, because the device's clock may be wrong
 */
export function useEditable(
  comment: Pick<TicketComment, 'user_id' | 'created_at'>,
  userId: string | null,
  loadedAt: string,
): boolean {
  const clockOffset = useMemo(() => Date.parse(loadedAt) - deviceNow(), [loadedAt])
  const [now, setNow] = useState(deviceNow)
  const left = editTimeLeft(comment, userId, now + clockOffset)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(deviceNow()), left)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
