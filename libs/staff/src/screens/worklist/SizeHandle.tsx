import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { LIST_COLUMNS, WIDTHS, type ListColumn } from '../../model/list-columns'
import * as texts from './row-texts'

/** The subject takes what the other columns leave. */
export const isSizable = (id: string): id is ListColumn =>
  id !== 'subject' && LIST_COLUMNS.some((each) => each === id)

/** Pixels that the subject keeps. */
const SUBJECT_MIN = 200
/** Pixels by which an arrow key moves the edge. */
const STEP = 8

interface SizeHandleProps {
  id: ListColumn
  title: string
  onSize: (id: ListColumn, width: number | undefined) => void
}

/** The edge of a column: dragged or moved by the arrow keys; a double click or Delete gives the usual width again. */
export function SizeHandle({ id, title, onSize }: SizeHandleProps) {
  const [handle, setHandle] = useState<HTMLElement | null>(null)
  const [start, setStart] = useState<{ x: number; width: number; most: number } | null>(null)
  const header = () => handle?.parentElement
  const width = () => header()?.offsetWidth ?? WIDTHS.min
  const [now, setNow] = useState<number>()
  // What the column gains the subject loses.
  const widest = () => {
    const subject = header()?.parentElement?.querySelector<HTMLElement>('[data-column=subject]')?.offsetWidth
    const room = subject ? Math.max(subject - SUBJECT_MIN, 0) : WIDTHS.max
    return Math.min(width() + room, WIDTHS.max)
  }
  const within = (wanted: number, most: number) => Math.min(Math.max(Math.round(wanted), WIDTHS.min), most)
  // While dragged only the header changes; the width is saved at the end.
  const show = (value: number) => {
    const element = header()
    if (element) element.style.width = `${value}px`
    setNow(value)
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined && event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    event.stopPropagation()
    const next = by === undefined ? undefined : within(width() + by, widest())
    setNow(next)
    onSize(id, next)
  }
  function onPointerMove({ clientX }: PointerEvent) {
    if (start) show(within(start.width + clientX - start.x, start.most))
  }
  function onPointerUp({ clientX }: PointerEvent) {
    if (start && clientX !== start.x) onSize(id, within(start.width + clientX - start.x, start.most))
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
        setStart({ x: event.clientX, width: width(), most: widest() })
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setStart(null)}
      onDoubleClick={() => onSize(id, undefined)}
    />
  )
}
