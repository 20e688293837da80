import { Box, Button, chakra, CloseIcon, Dialog, IconButton } from '@helpdesk/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { heldByOthers, type BulkChange, type BulkTarget, type RequestedChange } from '../../model/bulk'
import { SELECTION_MAX } from '../../model/selection'
import { useActor } from '../../state/use-actor'
import { useQueueCounts } from '../../api/count-queues'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { BulkOutcome } from './BulkOutcome'
import { BulkTools } from './BulkTools'
import { StaffPicker, assignTo, type Assignee } from './StaffPicker'
import { useBulk } from './use-bulk'
import * as texts from './texts'

export interface BulkBarProps {
  /** The selected tickets. */
  tickets: readonly BulkTarget[]
  /** Selects all that match; absent once they are. */
  onSelectAll?: () => void
  /** Deselects these. */
  onDeselect: (ids: readonly string[]) => void
  /** A ticket to assign, selected or not; opens a dialog. */
  assigning: TicketSummary | null
  onAssigned: () => void
  /** A change requested by keyboard. */
  requested: RequestedChange | null
  onRequestApplied: () => void
}

/** The toolbar for selected tickets at the lower edge of the page, and the result of a change with Undo. */
export function BulkBar({
  tickets,
  onSelectAll,
  onDeselect,
  assigning,
  onAssigned,
  requested,
  onRequestApplied,
}: BulkBarProps) {
  const actor = useActor()
  const agentsUpdate = useQueueCounts(tickets.length > 0 || requested !== null).data?.agents_update
  const held = heldByOthers(actor, tickets, agentsUpdate)
  // Until the workspace's rule is known, the database decides.
  const isHeld = (ticket: BulkTarget) =>
    agentsUpdate !== undefined && heldByOthers(actor, [ticket], agentsUpdate).length > 0
  const bulk = useBulk(onDeselect, isHeld)
  const apply = (change: BulkChange) => void bulk.apply(change.take_over ? held : tickets, change)
  const assign = (assignee: Assignee | null) => {
    if (assigning) void bulk.apply([assigning], assignTo(assignee))
    onAssigned()
  }
  const applyRequested = useEffectEvent(({ tickets, change }: RequestedChange) => {
    onRequestApplied()
    if (!bulk.busy) void bulk.apply(tickets, change)
  })
  useEffect(() => {
    if (requested) applyRequested(requested)
  }, [requested])

  // When the bar disappears, a focus in it moves to the list.
  const inBar = useRef(false)
  const empty = tickets.length === 0
  useEffect(() => {
    if (!empty || !inBar.current) return
    inBar.current = false
    if (document.activeElement === document.body) tabStop()?.focus({ preventScroll: true })
  }, [empty])

  return (
    <>
      {/* Room to scroll the end of the list above the bar. */}
      <Box height="16" />
      <Dock>
        {bulk.outcome && (
          <BulkOutcome
            {...bulk.outcome}
            busy={bulk.busy}
            onTakeOver={() => void bulk.apply(bulk.outcome?.held ?? [], { take_over: true })}
            onDismiss={bulk.dismiss}
          />
        )}
        {tickets.length > 0 && (
          <Bar
            data-keep-clear
            role="toolbar"
            aria-label={texts.selectedTickets}
            onFocus={() => (inBar.current = true)}
          >
            <Count role="status">{texts.selected(tickets.length, tickets.length === SELECTION_MAX)}</Count>
            <BulkTools
              busy={bulk.busy}
              tickets={tickets}
              held={held}
              isHeld={held.length === tickets.length}
              onChange={apply}
            />
            {onSelectAll && (
              <Button
                size="sm"
                variant="ghost"
                onClick={({ currentTarget }) => {
                  // This button disappears; the focus stays in the bar.
                  const bar = currentTarget.parentElement
                  onSelectAll()
                  Array.from(bar?.querySelectorAll('button') ?? [])
                    .at(-1)
                    ?.focus()
                }}
              >
                {texts.selectAll}
              </Button>
            )}
            <IconButton
              label={texts.clearSelection}
              size="sm"
              onClick={() => onDeselect(tickets.map(({ id }) => id))}
            >
              <CloseIcon size={14} />
            </IconButton>
          </Bar>
        )}
        {assigning && (
          <Dialog title={texts.assignTicket(assigning.subject)} lightDismiss onClose={onAssigned}>
            <StaffPicker onPick={assign} onClose={onAssigned} />
          </Dialog>
        )}
      </Dock>
    </>
  )
}

/** The row of the list in the tab order. */
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
