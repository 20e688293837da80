import { useEffect, useState } from 'react'
import { formatDateTime, formatRelative } from './format-date'
import { useTimeFormat } from './time-format'

/** `3 hours ago`, updated while the page is open; the exact time is its tooltip. */
export function RelativeTime({ value }: { value: string | Date }) {
  // the tooltip changes with the clock that the reader chooses
  useTimeFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={new Date(value).toISOString()} title={formatDateTime(value)}>
      {formatRelative(value, now)}
    </time>
  )
}
