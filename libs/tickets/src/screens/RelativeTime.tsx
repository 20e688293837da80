import { useEffect, useState } from 'react'
import { fullDateTime, relativeTime } from '../model/times'

/** `5 minutes ago`, kept fresh each minute, with the whole moment as tooltip. */
export function RelativeTime({ moment }: { moment: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={moment} title={fullDateTime(moment)}>
      {relativeTime(moment, now)}
    </time>
  )
}
