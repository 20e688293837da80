import { useEffect, useState } from 'react'
import { serverNow } from '@helpdesk/ui/clock/server-clock'

/** The current time of the server in milliseconds, updated every minute. */
export function useMinute(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
