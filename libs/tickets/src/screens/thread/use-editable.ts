import { useEffect, useMemo, useState } from 'react'
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
  const clockOffset = useMemo(() => Date.parse(loadedAt) - Date.now(), [loadedAt])
  const [now, setNow] = useState(Date.now)
  const left = editTimeLeft(comment, userId, now + clockOffset)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
