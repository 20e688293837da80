import { useWorkspace } from '@helpdesk/auth'
import { chakra, Text } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { untilText } from '@helpdesk/tickets/model/ticket-fields'
import { useState } from 'react'
import { snoozeChoices, zoneNote } from '../../model/snooze-choices'
import { hoursOf } from '../../model/workspace-hours'
import { Picker } from '../controls/Picker'
import { SnoozeTime } from './SnoozeTime'
import * as texts from './texts'

interface SnoozePickerProps {
  /** A ticket is snoozed, and can be woken. */
  canWake: boolean
  /** @param until ISO timestamp, or `UNTIL_ANSWER`; null wakes */
  onPick: (until: string | null) => void
  /** Takes a time of the user's own, and returns why it was refused. Without it, `onPick` takes that too. */
  onPickTime?: (until: string) => Promise<string | undefined>
  onClose: () => void
}

/** Chooses until when tickets are snoozed: by a digit, by typing, or with a date and time of one's own. */
export function SnoozePicker({ canWake, onPick, onPickTime, onClose }: SnoozePickerProps) {
  const [query, setQuery] = useState('')
  const [isPicking, setIsPicking] = useState(false)
  // The times stay as they were read.
  const [now] = useState(serverNow)
  const hours = hoursOf(useWorkspace())
  const note = zoneNote(hours, now)
  if (isPicking)
    return <SnoozeTime now={now} onPick={onPickTime ?? onPick} onBack={() => setIsPicking(false)} />
  const text = query.trim().toLowerCase()
  const items = snoozeChoices(now, canWake, hours)
    .filter(({ label }) => label.toLowerCase().includes(text))
    .map((choice) => ({
      ...choice,
      label: (
        <>
          {choice.label}
          {choice.until && choice.id !== 'answer' && (
            <Time dateTime={choice.until}>{untilText(choice.until, now)}</Time>
          )}
        </>
      ),
    }))
  return (
    <>
      <Picker
        label={texts.snooze}
        placeholder={texts.typeToChoose}
        numbered
        query={query}
        onQuery={setQuery}
        items={items}
        onPick={({ until }) => (until === undefined ? setIsPicking(true) : onPick(until))}
        onClose={onClose}
        empty={texts.noChoice}
      />
      {note && (
        <Text tone="muted" fontSize="sm" paddingX="2" paddingTop="2">
          {note}
        </Text>
      )}
    </>
  )
}

const Time = chakra('time', { base: { color: 'fg.muted', marginInlineStart: '2', whiteSpace: 'nowrap' } })
