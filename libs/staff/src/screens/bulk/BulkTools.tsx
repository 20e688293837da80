import { Button, Field, NativeSelect } from '@helpdesk/ui'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { BulkChange, BulkTarget } from '../../model/bulk'
import { hasSnoozed, maySnooze } from '../../model/snooze-choices'
import { isTicketPriority, priorityChoice, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { surfaceAtom } from '../../palette/surface'
import { Popover } from '../controls/Popover'
import { openSelect } from '../open-select'
import { AssignTool } from './AssignTool'
import { HeldTool } from './HeldTool'
import { SnoozePicker } from '../snooze/SnoozePicker'
import { TagTool } from './TagTool'
import * as texts from './texts'

interface BulkToolsProps {
  busy: boolean
  /** The selected tickets. */
  tickets: readonly BulkTarget[]
  /** The tickets that colleagues have and that must be taken over first; `isHeld` when it is all of them. */
  held: readonly BulkTarget[]
  isHeld: boolean
  onChange: (change: BulkChange) => void
}

const statuses = [
  { value: '', label: texts.setStatus },
  ...TICKET_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
]
const priorities = [
  { value: '', label: texts.setPriority },
  ...TICKET_PRIORITIES.map((value) => ({ value, label: priorityChoice(value) })),
]

/** The controls that change the selected tickets: assignee, status, priority, tags and snooze. */
export function BulkTools({ busy, tickets, held, isHeld, onChange }: BulkToolsProps) {
  const [open, setOpen] = useState<'assign' | 'tags' | 'snooze' | 'held' | null>(null)
  const show = useSetAtom(surfaceAtom)
  const close = () => setOpen(null)
  const apply = (change: BulkChange) => {
    close()
    onChange(change)
  }
  const title = isHeld ? texts.held : undefined
  return (
    <>
      {held.length > 0 && (
        <>
          <HeldTool held={held} open={open === 'held'} onOpen={(isOpen) => setOpen(isOpen ? 'held' : null)} />
          <Button
            size="sm"
            variant={isHeld ? 'solid' : 'outline'}
            disabled={busy}
            title={texts.held}
            onClick={() => apply({ take_over: true })}
          >
            {isHeld ? texts.takeOverNow : texts.takeOverSome(held.length)}
          </Button>
        </>
      )}
      <Popover
        open={open === 'assign'}
        onClose={close}
        trigger={
          <Button
            size="sm"
            disabled={busy || isHeld}
            title={title}
            aria-expanded={open === 'assign'}
            onClick={() => setOpen('assign')}
          >
            {texts.assign}
          </Button>
        }
      >
        <AssignTool count={tickets.length} onAssign={apply} onClose={close} />
      </Popover>
      <Field label={texts.setStatus} hideLabel>
        <NativeSelect
          size="sm"
          width="8.5rem"
          disabled={busy || isHeld}
          title={title}
          options={statuses}
          value=""
          onKeyDown={openSelect}
          onChange={({ target: { value } }) => isTicketStatus(value) && apply({ status: value })}
        />
      </Field>
      <Field label={texts.setPriority} hideLabel>
        <NativeSelect
          size="sm"
          width="8.5rem"
          disabled={busy || isHeld}
          title={title}
          options={priorities}
          value=""
          onKeyDown={openSelect}
          onChange={({ target: { value } }) => isTicketPriority(value) && apply({ priority: value })}
        />
      </Field>
      <Popover
        open={open === 'tags'}
        onClose={close}
        trigger={
          <Button
            size="sm"
            disabled={busy || isHeld}
            title={title}
            aria-expanded={open === 'tags'}
            onClick={() => setOpen('tags')}
          >
            {texts.tags}
          </Button>
        }
      >
        <TagTool onChange={apply} />
      </Popover>
      <Popover
        open={open === 'snooze'}
        onClose={close}
        width="21rem"
        trigger={
          <Button
            size="sm"
            disabled={busy || isHeld || !maySnooze(tickets)}
            title={title}
            aria-expanded={open === 'snooze'}
            onClick={() => setOpen('snooze')}
          >
            {texts.snooze}
          </Button>
        }
      >
        <SnoozePicker
          canWake={hasSnoozed(tickets)}
          onPick={(snoozed_until) => apply({ snoozed_until })}
          onClose={close}
        />
      </Popover>
      <Button
        size="sm"
        disabled={busy || isHeld}
        title={title}
        aria-haspopup="dialog"
        onClick={() => show('merge')}
      >
        {texts.merge}
      </Button>
      <Button size="sm" disabled={busy} aria-haspopup="dialog" onClick={() => show('link')}>
        {texts.link}
      </Button>
    </>
  )
}
