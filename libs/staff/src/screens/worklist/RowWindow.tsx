import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'

export interface RowWindowProps {
  /** The element that contains the rows. */
  body: HTMLElement
  count: number
  /** Of each row, in pixels. */
  height: number
  /** Called before paint with the range of rows to render: the visible ones and the overscan. */
  onWindow: (start: number, end: number) => void
}

/** Rows rendered above and below the viewport, so that a turn of the wheel finds them. */
const OVERSCAN = 6

/** Follows the page's scroll position and reports the rows to render; renders nothing itself. */
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
