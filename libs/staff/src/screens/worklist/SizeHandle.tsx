import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { LIST_COLUMNS, WIDTHS, type ListColumn } from '../../model/list-columns'
import * as texts from './row-texts'

/** The subject takes what the other columns leave. */
export const isSizable = (id: string): id is ListColumn =>
  id !== 'subject' && LIST_COLUMNS.some((each) => each === id)

/** Pixels by which an arrow key moves the edge. */
const STEP = 8

interface SizeHandleProps {
  id: ListColumn
  title: string
  onSize: (id: ListColumn, width: number | undefined) => void
}

const within = (width: number) => Math.min(Math.max(Math.round(width), WIDTHS.min), WIDTHS.max)

/** The edge of a column: dragged or moved by the arrow keys; a double click or Delete gives the usual width again. */
export function SizeHandle({ id, title, onSize }: SizeHandleProps) {
  const [handle, setHandle] = useState<HTMLElement | null>(null)
  const [start, setStart] = useState<{ x: number; width: number } | null>(null)
  const header = () => handle?.parentElement
  const width = () => header()?.offsetWidth ?? WIDTHS.min
  const [now, setNow] = useState<number>()
  // While dragged only the header changes; the width is saved at the end.
  const show = (value: number) => {
    const element = header()
    if (element) element.style.width = `${within(value)}px`
    setNow(within(value))
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined && event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    event.stopPropagation()
    const next = by === undefined ? undefined : within(width() + by)
    setNow(next)
    onSize(id, next)
  }
  function onPointerMove({ clientX }: PointerEvent) {
    if (start) show(start.width + clientX - start.x)
  }
  function onPointerUp({ clientX }: PointerEvent) {
    if (start && clientX !== start.x) onSize(id, within(start.width + clientX - start.x))
    setStart(null)
  }
  return (
    <span
      ref={setHandle}
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.widthOf(title)}
      aria-valuenow={now ?? (handle ? width() : undefined)}
      aria-valuemin={WIDTHS.min}
      aria-valuemax={WIDTHS.max}
      title={texts.widthHint}
      tabIndex={0}
      data-size
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setStart({ x: event.clientX, width: width() })
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setStart(null)}
      onDoubleClick={() => onSize(id, undefined)}
    />
  )
}
