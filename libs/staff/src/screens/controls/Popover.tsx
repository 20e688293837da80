import { chakra } from '@helpdesk/ui'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'

interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The button that opens it. */
  trigger: ReactNode
  /** The edge of the button that it is aligned with. */
  align?: 'start' | 'end'
  /** Above or below the button. */
  side?: 'top' | 'bottom'
  width?: string
  children: ReactNode
}

/**
 * A small panel next to its button. Escape, a click outside or moving the focus elsewhere closes it; if the focus was
 * inside, it returns to the button.
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
  const surface = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useLayoutEffect(() => {
    if (!open) return
    const place = () => placeInViewport(surface.current, side)
    // A phone is turned; by the next frame, the page has its new layout.
    let frame = 0
    const onResize = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    place()
    const stopKeeping = keepInDialog(surface.current)
    window.addEventListener('resize', onResize)
    return () => {
      stopKeeping()
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', onResize)
    }
  }, [open, side])
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
          <Backdrop aria-hidden onMouseDown={onClose} />
          <Surface ref={surface} style={{ width }} data-align={align} data-side={side}>
            {children}
          </Surface>
        </>
      )}
    </Anchor>
  )
}

/** Space reserved for lists that grow after opening, and distance from the edges, in pixels. */
const GROWTH = 320
const EDGE = 8

/** Flips or shifts a surface that would overflow the window, or the dialog or scrolling pane that it is in. */
function placeInViewport(surface: HTMLElement | null, wanted: 'top' | 'bottom'): void {
  const anchor = surface?.parentElement?.getBoundingClientRect()
  if (!surface || !anchor) return
  // A dialog is on top of the pane that it was opened from.
  const around = surface.closest('dialog, [data-pane]')
  const pane = around?.getBoundingClientRect()
  const frame = pane ?? { top: 0, left: 0, right: document.documentElement.clientWidth, bottom: innerHeight }
  const space = { top: anchor.top - frame.top, bottom: frame.bottom - anchor.bottom }
  const other = wanted === 'top' ? 'bottom' : 'top'
  // What overflows a dialog at its top cannot be scrolled to.
  const mayFlip = other === 'bottom' || around?.tagName !== 'DIALOG'
  const isFlipped =
    mayFlip && space[wanted] < Math.max(GROWTH, surface.offsetHeight) && space[other] > space[wanted]
  surface.dataset.side = isFlipped ? other : wanted
  surface.style.translate = ''
  const { left, right } = surface.getBoundingClientRect()
  const shift = Math.max(frame.left + EDGE - left, Math.min(0, frame.right - EDGE - right))
  if (shift !== 0) surface.style.translate = `${shift}px`
}

/** Scrolls a dialog to the surface in it, which grows when its list has loaded. @returns what ends that */
function keepInDialog(surface: HTMLElement | null): () => void {
  if (!surface?.closest('dialog') || typeof ResizeObserver !== 'function') return () => undefined
  const observer = new ResizeObserver(() => surface.scrollIntoView({ block: 'nearest' }))
  observer.observe(surface)
  return () => observer.disconnect()
}

const Anchor = chakra('div', { base: { position: 'relative', display: 'inline-flex' } })
const Backdrop = chakra('div', { base: { position: 'fixed', inset: '0', zIndex: '10' } })
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
