import { useWorkspace } from '@helpdesk/auth'
import { Button, Field, Flex, Input, Stack } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { useRef, useState, type FormEvent } from 'react'
import { isOutside, suggestedTime, timeProblem, zoneNote } from '../../model/snooze-choices'
import { outsideHours, timeTooFar } from '../../model/snooze-texts'
import { hoursOf } from '../../model/workspace-hours'
import { markAutofocus } from '../controls/mark-autofocus'
import * as texts from './texts'

interface SnoozeTimeProps {
  /** Milliseconds. */
  now: number
  /** Returns why the time was refused, which then stays in the field. */
  onPick: (until: string) => void | Promise<string | undefined>
  onBack: () => void
  /** Of the field and of the button, where no ticket is snoozed. */
  label?: string
  action?: string
  /** For a time that is more than a year ahead. */
  tooFar?: string
}

/** A time in the reader's zone, as an input has it. */
function inputText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A date and time of one's own. */
export function SnoozeTime({ now, onPick, onBack, label, action, tooFar }: SnoozeTimeProps) {
  const hours = hoursOf(useWorkspace())
  const [text, setText] = useState(() => inputText(suggestedTime(now, hours)))
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const time = new Date(text).getTime()
  const hint = [!Number.isNaN(time) && isOutside(hours, time) && outsideHours, zoneNote(hours, now)]
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const wrong = timeProblem(time, serverNow())
    if (wrong) return setProblem((wrong === timeTooFar && tooFar) || wrong)
    setProblem(undefined)
    setSaving(true)
    const refusal = await onPick(new Date(time).toISOString())
    setSaving(false)
    setProblem(refusal || undefined)
    if (refusal) field.current?.focus()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="3">
        <Field label={label ?? texts.until} error={problem} hint={hint.filter(Boolean).join(' ')}>
          <Input
            type="datetime-local"
            required
            autoFocus
            ref={(input) => {
              field.current = input
              markAutofocus(input)
            }}
            readOnly={isSaving}
            min={inputText(new Date(now))}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Flex gap="2">
          <Button type="submit" size="sm" variant="solid" loading={isSaving}>
            {action ?? texts.set}
          </Button>
          <Button type="button" size="sm" onClick={onBack}>
            {texts.back}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
