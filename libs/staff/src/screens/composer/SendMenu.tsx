import { useWorkspace } from '@helpdesk/auth'
import { Box, Button, chakra, ChevronDownIcon } from '@helpdesk/ui'
import { statusLabel, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'
import { capsOf } from '../../keys/key-labels'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { useState } from 'react'
import { errorTexts } from '../../model/error-texts'
import { sendChoices } from '../../model/send-choices'
import { zoneNote } from '../../model/snooze-choices'
import { hoursOf } from '../../model/workspace-hours'
import { Popover } from '../controls/Popover'
import { useMenu } from '../controls/use-menu'
import { SnoozeTime } from '../snooze/SnoozeTime'
import * as texts from './texts'

interface SendMenuProps {
  /** The ticket's current status, which is left out. */
  current: TicketStatus
  disabled: boolean
  /** Absent without the right to change the status. */
  onSend?: (status: TicketStatus) => void
  /** Why the status cannot be changed. */
  reason?: string
  /** Absent without a queue. */
  onSendAndNext?: () => void
  /** Absent without a queue, and without the right to change the status. */
  onSolveAndNext?: () => void
  /** Schedules the reply. Absent with a server that cannot. @param at ISO timestamp */
  onSendAt?: (at: string) => void
}

/** The commands of most replies come first, and again they say which key sends them. */
const chords: Partial<Record<TicketStatus, { label: string; keys: string }>> = {
  solved: { label: texts.replyAndSolve, keys: 'mod+.' },
  pending: { label: texts.replyAndWait, keys: 'mod+,' },
}
const order: readonly TicketStatus[] = [
  'solved',
  'pending',
  ...TICKET_STATUSES.filter((status) => !(status in chords)),
]

/** Other ways to send: with a status, or followed by the next ticket. */
export function SendMenu({
  current,
  disabled,
  onSend,
  reason,
  onSendAndNext,
  onSolveAndNext,
  onSendAt,
}: SendMenuProps) {
  const { open, toggle, close, button, list, onKeyDown } = useMenu()
  const [isPicking, setIsPicking] = useState(false)
  const now = serverNow()
  const hours = hoursOf(useWorkspace())
  const note = onSendAt && zoneNote(hours, now)
  const choose = (act: () => void) => () => {
    close()
    act()
  }

  return (
    <Popover
      open={open}
      onClose={() => {
        close()
        setIsPicking(false)
      }}
      width="19rem"
      trigger={
        <Button
          ref={button}
          variant="solid"
          px="1.5"
          borderStartRadius="0"
          borderInlineStartColor="accent.contrast/40"
          aria-label={texts.moreWays}
          aria-haspopup="menu"
          aria-expanded={open}
          disabled={disabled}
          onClick={() => {
            setIsPicking(false)
            toggle()
          }}
        >
          <ChevronDownIcon size={14} />
        </Button>
      }
    >
      {isPicking && onSendAt ? (
        <SnoozeTime
          now={now}
          label={texts.sendAtLabel}
          action={texts.schedule}
          tooFar={errorTexts.send_at_too_late}
          onPick={(at) => choose(() => onSendAt(at))()}
          onBack={() => setIsPicking(false)}
        />
      ) : (
        <>
          {reason && (
            <Box paddingX="2" paddingY="1.5" fontSize="sm" color="fg.muted">
              {reason}
            </Box>
          )}
          <div ref={list} role="menu" aria-label={texts.moreWays} onKeyDown={onKeyDown}>
            {onSend &&
              order
                .filter((status) => status !== current)
                .map((status) => (
                  <Item
                    key={status}
                    type="button"
                    role="menuitem"
                    tabIndex={-1}
                    onClick={choose(() => onSend(status))}
                  >
                    {chords[status]?.label ?? texts.replyAndSet(statusLabel(status))}
                    {chords[status] && <Keys aria-hidden>{keysOf(chords[status].keys)}</Keys>}
                  </Item>
                ))}
            {onSolveAndNext && (
              <Item type="button" role="menuitem" tabIndex={-1} onClick={choose(onSolveAndNext)}>
                {texts.solveAndNext}
                <Keys aria-hidden>{keysOf('mod+shift+.')}</Keys>
              </Item>
            )}
            {onSendAndNext && (
              <Item type="button" role="menuitem" tabIndex={-1} onClick={choose(onSendAndNext)}>
                {texts.sendAndNext}
                <Keys aria-hidden>{keysOf('mod+shift+Enter')}</Keys>
              </Item>
            )}
            {onSendAt &&
              sendChoices(now, hours).map(({ id, label, at }) => (
                <Item
                  key={id}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  onClick={at ? choose(() => onSendAt(at)) : () => setIsPicking(true)}
                >
                  {label}
                </Item>
              ))}
          </div>
          {note && (
            <Box paddingX="2" paddingY="1.5" fontSize="sm" color="fg.muted">
              {note}
            </Box>
          )}
        </>
      )}
    </Popover>
  )
}

const keysOf = (keys: string): string => capsOf(keys).flat().join(' ')

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    width: 'full',
    textAlign: 'start',
    px: '2',
    py: '1.5',
    borderRadius: 'sm',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _focus: { bg: 'bg.muted' },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})
const Keys = chakra('span', { base: { color: 'fg.muted', fontSize: 'xs', whiteSpace: 'nowrap' } })
