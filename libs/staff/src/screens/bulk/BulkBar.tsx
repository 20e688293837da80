import {
  Box,
  Button,
  chakra,
  CloseIcon,
  Dialog,
  Field,
  IconButton,
  NativeSelect,
  Popover,
} from '@helpdesk/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BulkChange, RequestedChange } from '../../model/bulk'
import { isTicketPriority, priorityLabel } from '@helpdesk/tickets/model/priorities'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { isTicketStatus, statusLabel } from '@helpdesk/tickets/model/statuses'
import { WORKLIST_PRIORITIES, WORKLIST_STATUSES } from '../../model/worklist'
import { openFirst } from '../open-first'
import { BulkOutcome } from './BulkOutcome'
import { StaffPicker } from './StaffPicker'
import { TagTool } from './TagTool'
import { useBulk } from './use-bulk'

export interface BulkBarProps {
  /** The chosen tickets. */
  tickets: readonly TicketSummary[]
  /** Takes these out of the choice. */
  onLetGo: (ids: readonly string[]) => void
  /** One ticket that is to be given to somebody, chosen or not. */
  handing: TicketSummary | null
  onHanded: () => void
  /** A change that was asked for by key. */
  asked: RequestedChange | null
  onAsked: () => void
}

const statuses = [
  { value: '', label: 'Set status' },
  ...WORKLIST_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
]
const priorities = [
  { value: '', label: 'Set priority' },
  ...WORKLIST_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
]

/** What can be done with the chosen tickets, over the lower edge of the page; says what came of it, and takes it back. */
export function BulkBar({ tickets, onLetGo, handing, onHanded, asked, onAsked }: BulkBarProps) {
  const [open, setOpen] = useState<'assign' | 'tags' | null>(null)
  const close = () => setOpen(null)
  const bulk = useBulk(onLetGo)
  const apply = (change: BulkChange) => {
    close()
    void bulk.apply(tickets, change)
  }
  const hand = (assigned_to: string | null) => {
    if (handing) void bulk.apply([handing], { assigned_to })
    onHanded()
  }
  const answer = useEffectEvent((wanted: RequestedChange) => {
    onAsked()
    if (!bulk.busy) void bulk.apply(wanted.tickets, wanted.change)
  })
  useEffect(() => {
    if (asked) answer(asked)
  }, [asked])

  // The bar goes with the choice; a focus that was in it goes on in the list.
  const inBar = useRef(false)
  const gone = tickets.length === 0
  useEffect(() => {
    if (!gone || !inBar.current) return
    inBar.current = false
    if (document.activeElement === document.body) tabStop()?.focus({ preventScroll: true })
  }, [gone])

  return (
    <>
      {/* The end of the list can be scrolled out from under the bar. */}
      <Box height="16" />
      <Dock>
        {bulk.outcome && <BulkOutcome {...bulk.outcome} busy={bulk.busy} onDismiss={bulk.dismiss} />}
        {tickets.length > 0 && (
          <Bar role="toolbar" aria-label="Selected tickets" onFocus={() => (inBar.current = true)}>
            <Count role="status">{tickets.length} selected</Count>
            <Popover
              open={open === 'assign'}
              onClose={close}
              trigger={
                <Button
                  size="sm"
                  disabled={bulk.busy}
                  aria-expanded={open === 'assign'}
                  onClick={() => setOpen('assign')}
                >
                  Assign
                </Button>
              }
            >
              <StaffPicker onPick={(assigned_to) => apply({ assigned_to })} onClose={close} />
            </Popover>
            <Field label="Set status" hideLabel>
              <NativeSelect
                size="sm"
                width="8.5rem"
                disabled={bulk.busy}
                options={statuses}
                value=""
                onKeyDown={openFirst}
                onChange={({ target: { value } }) => isTicketStatus(value) && apply({ status: value })}
              />
            </Field>
            <Field label="Set priority" hideLabel>
              <NativeSelect
                size="sm"
                width="8.5rem"
                disabled={bulk.busy}
                options={priorities}
                value=""
                onKeyDown={openFirst}
                onChange={({ target: { value } }) => isTicketPriority(value) && apply({ priority: value })}
              />
            </Field>
            <Popover
              open={open === 'tags'}
              onClose={close}
              trigger={
                <Button
                  size="sm"
                  disabled={bulk.busy}
                  aria-expanded={open === 'tags'}
                  onClick={() => setOpen('tags')}
                >
                  Tags
                </Button>
              }
            >
              <TagTool onChange={apply} />
            </Popover>
            <IconButton
              label="Clear selection"
              size="sm"
              onClick={() => onLetGo(tickets.map(({ id }) => id))}
            >
              <CloseIcon size={14} />
            </IconButton>
          </Bar>
        )}
        {handing && (
          <Dialog title={`Assign “${handing.subject}”`} lightDismiss onClose={onHanded}>
            <StaffPicker onPick={hand} onClose={onHanded} />
          </Dialog>
        )}
      </Dock>
    </>
  )
}

/** The list's row that the keyboard stands on. */
const tabStop = () => document.querySelector<HTMLElement>('tr[data-id][tabindex="0"]')

const Dock = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: '9',
    insetInline: '0',
    bottom: '4',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2',
    px: '2',
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  },
})
const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    p: '2',
    maxWidth: 'full',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    boxShadow: 'lg',
  },
})
const Count = chakra('span', {
  base: { px: '1', fontWeight: 'medium', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})
