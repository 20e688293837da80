import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'

export interface RowWindowProps {
  /** Where the rows lie on the page. */
  body: HTMLElement
  count: number
  /** Of each row, in pixels. */
  height: number
  /** Called with the rows that are in sight or near it, before the page is painted. */
  onWindow: (start: number, end: number) => void
}

/** Rows drawn above and below the ones in sight: a turn of the wheel finds them there. */
const OVERSCAN = 6

/** Follows the page's scrolling and tells which rows are to be drawn; draws nothing itself. */
export function RowWindow({ body, count, height, onWindow }: RowWindowProps) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(Math.round(body.getBoundingClientRect().top + scrollY)), [body, count, height])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  const items = virtualizer.getVirtualItems()
  const start = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  useLayoutEffect(() => {
    if (end > start) onWindow(start, end)
  }, [start, end, onWindow])
  return null
}
