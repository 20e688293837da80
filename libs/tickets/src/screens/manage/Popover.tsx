import { chakra } from '@helpdesk/ui'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'

interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The button that opens it. */
  trigger: ReactNode
  /** Which side of the button it lines up with. */
  align?: 'start' | 'end'
  /** Over the button or under it. */
  side?: 'top' | 'bottom'
  width?: string
  children: ReactNode
}

/** A small surface over the page beside its button. Escape, or a focus that goes elsewhere, closes it. */
export function Popover({
  open,
  onClose,
  trigger,
  align = 'end',
  side = 'top',
  width = '18rem',
  children,
}: PopoverProps) {
  function onBlur(event: FocusEvent<HTMLElement>) {
    if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!open || event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <Anchor onBlur={onBlur} onKeyDown={onKeyDown}>
      {trigger}
      {open && (
        <>
          <Behind aria-hidden onMouseDown={onClose} />
          <Surface style={{ width }} data-align={align} data-side={side}>
            {children}
          </Surface>
        </>
      )}
    </Anchor>
  )
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
