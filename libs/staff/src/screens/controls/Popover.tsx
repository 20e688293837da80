import { chakra } from '@helpdesk/ui'
import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'

interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The button that opens it. */
  trigger: ReactNode
  /** The edge of the button that it aligns with. */
  align?: 'start' | 'end'
  /** Above or below the button. */
  side?: 'top' | 'bottom'
  width?: string
  children: ReactNode
}

/**
 * A small surface beside its button, over the page. Escape or a focus elsewhere closes it; a focus that was inside
 * returns to the button.
 */
export function Popover({
  open,
  onClose,
  trigger,
  align = 'end',
  side = 'top',
  width = '18rem',
  children,
}: PopoverProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body)
      anchor.current?.querySelector('button')?.focus()
    wasOpen.current = open
  }, [open])
  function onBlur(event: FocusEvent<HTMLElement>) {
    if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!open || event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <Anchor ref={anchor} onBlur={onBlur} onKeyDown={onKeyDown}>
      {trigger}
      {open && (
        <>
          <Behind aria-hidden onMouseDown={onClose} />
          <Surface ref={keepInView} style={{ width }} data-align={align} data-side={side}>
            {children}
          </Surface>
        </>
      )}
    </Anchor>
  )
}

/** Room for lists that grow after opening, and the margin at the edges, in pixels. */
const ROOM = 320
const EDGE = 8

/** Moves a surface into its window or scrolling pane. */
function keepInView(surface: HTMLElement | null): void {
  const anchor = surface?.parentElement?.getBoundingClientRect()
  if (!surface || !anchor) return
  const pane = surface.closest('[data-pane]')?.getBoundingClientRect()
  const frame = pane ?? { top: 0, left: 0, right: document.documentElement.clientWidth, bottom: innerHeight }
  const room = { top: anchor.top - frame.top, bottom: frame.bottom - anchor.bottom }
  const side = surface.dataset.side === 'bottom' ? 'bottom' : 'top'
  const other = side === 'top' ? 'bottom' : 'top'
  if (room[side] < Math.max(ROOM, surface.offsetHeight) && room[other] > room[side])
    surface.dataset.side = other
  const { left, right } = surface.getBoundingClientRect()
  const shift = Math.max(frame.left + EDGE - left, Math.min(0, frame.right - EDGE - right))
  if (shift !== 0) surface.style.translate = `${shift}px`
}

const Anchor = chakra('div', { base: { position: 'relative', display: 'inline-flex' } })
const Behind = chakra('div', { base: { position: 'fixed', inset: '0', zIndex: '10' } })
const Surface = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: '11',
    maxWidth: 'calc(100vw - 2rem)',
    padding: '2',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    boxShadow: 'lg',
    '&[data-side="top"]': { bottom: 'calc(100% + 4px)' },
    '&[data-side="bottom"]': { top: 'calc(100% + 4px)' },
    '&[data-align="start"]': { insetInlineStart: '0' },
    '&[data-align="end"]': { insetInlineEnd: '0' },
  },
})
