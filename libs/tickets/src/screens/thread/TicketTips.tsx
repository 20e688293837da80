import { chakra } from '@helpdesk/ui'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import type { TicketReference } from '../../api/ticket-references'
import { statusLabel } from '../../model/statuses'
import { StatusBadge } from '../badges/StatusBadge'
import { descriptionId, KnownTickets } from './TicketLink'
import * as texts from './texts'

interface TicketTipsProps {
  known: ReadonlyMap<number, TicketReference>
  children: ReactNode
}

/** Makes the numbers of known tickets links in the messages within, with title and status on hover and on focus. */
export function TicketTips({ known, children }: TicketTipsProps) {
  const [hovered, setHovered] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState<HTMLElement | null>(null)
  const link = hovered ?? focused
  const ticket = known.get(Number(link?.dataset.ticket))
  useEffect(() => {
    if (!link) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setHovered(null)
      setFocused(null)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [link])

  function onPointerOver({ target, pointerType }: PointerEvent) {
    // A finger opens the link at once.
    if (pointerType === 'mouse') setHovered(isTip(target) ? link : linkAt(target))
  }
  const onFocus = ({ target }: FocusEvent) =>
    setFocused(target.matches(':focus-visible') ? linkAt(target) : null)
  return (
    <KnownTickets value={known}>
      <Area
        onPointerOver={onPointerOver}
        onPointerLeave={() => setHovered(null)}
        onFocus={onFocus}
        onBlur={() => setFocused(null)}
      >
        {children}
        {link?.isConnected && ticket && <Tip key={ticket.number} ticket={ticket} link={link} />}
      </Area>
      <div hidden>
        {[...known.values()].map((each) => (
          <p key={each.number} id={descriptionId(each.number)}>
            <bdi>{each.subject}</bdi>, {statusLabel(each.status)}
            {each.merged_into !== null && `, ${texts.mergedInto(each.merged_into)}`}
          </p>
        ))}
      </div>
    </KnownTickets>
  )
}

const linkAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-ticket]') : null
const isTip = (target: EventTarget) => target instanceof Element && target.closest('[data-tip]') !== null

/** Title and status beside a link. Screen readers have its description instead. */
function Tip({ ticket, link }: { ticket: TicketReference; link: HTMLElement }) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (tip.current) place(tip.current, link)
  }, [link])
  return (
    <Surface ref={tip} data-tip aria-hidden>
      <div>
        <p dir="auto">{ticket.subject}</p>
        <StatusBadge status={ticket.status} />
        {ticket.merged_into !== null && <span>{texts.mergedInto(ticket.merged_into)}</span>}
      </div>
    </Surface>
  )
}

/** Below the first line of the link, or above it in the lower half of the window. */
function place(tip: HTMLElement, link: HTMLElement): void {
  const area = tip.offsetParent?.getBoundingClientRect()
  const line = link.getClientRects()[0]
  if (!area || !line) return
  const isAbove = line.top > innerHeight / 2
  tip.style.top = `${(isAbove ? line.top - tip.offsetHeight : line.bottom) - area.top}px`
  tip.style.left = `${Math.max(0, Math.min(line.left - area.left, area.width - tip.offsetWidth))}px`
}

const Area = chakra('div', {
  base: {
    position: 'relative',
    '& a[data-ticket]': {
      color: 'accent.fg',
      borderRadius: 'sm',
      textDecoration: 'underline',
      textUnderlineOffset: '3px',
    },
  },
})
const Surface = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: '4',
    width: 'max-content',
    maxWidth: 'min(24rem, 100%)',
    // Touches the link, so that the pointer can go there.
    paddingY: '1',
    // A pointer that only passes shows nothing.
    animation: 'toast-in 100ms 150ms backwards',
    '& > div': {
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'md',
      boxShadow: 'md',
      paddingX: '3',
      paddingY: '2',
      fontSize: 'sm',
    },
    '& p': { fontWeight: 'medium', overflowWrap: 'anywhere', marginBottom: '1' },
    '& > div > span + span': { marginStart: '2', color: 'fg.muted' },
  },
})
