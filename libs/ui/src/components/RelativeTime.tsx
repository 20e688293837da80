import { useEffect, useState } from 'react'
import { serverNow } from '../clock/server-clock'
import { formatDateTime, formatRelative } from './format-date'
import { useTimeFormat } from './time-format'

/** `3 hours ago`, updated every minute, with the exact time as tooltip. */
export function RelativeTime({ value }: { value: string | Date }) {
  // re-renders the tooltip when the user changes the time format
  useTimeFormat()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={new Date(value).toISOString()} title={formatDateTime(value)}>
      {formatRelative(value, now)}
    </time>
  )
}
