import { Button, ChevronDownIcon, Field, Flex, Input, Stack } from '@helpdesk/ui'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ValueButton } from './OptionMenu'
import { Popover } from './Popover'
import * as texts from './texts'

interface TimeControlProps {
  /** What the control sets, such as `Due date`. */
  label: string
  /** ISO timestamp; null for none. */
  value: string | null
  /** Offered while there is none. */
  suggestion: Date
  /** The command that removes the time. */
  removeLabel: string
  onPick: (value: string | null) => void
  /** Shown on the button. */
  children: ReactNode
  /** Why the value cannot be changed; disables the button. */
  reason?: string | undefined
}

/** A time in the reader's zone, as an input has it. */
function inputText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A button that shows a time and sets or removes it in a popover. */
export function TimeControl(props: TimeControlProps) {
  const { label, value, suggestion, removeLabel, onPick, children, reason } = props
  const [text, setText] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setText(null)
    button.current?.focus()
  }
  const pick = (time: string | null) => {
    close()
    onPick(time)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text) pick(new Date(text).toISOString())
  }
  return (
    <Popover
      open={text !== null}
      onClose={close}
      side="bottom"
      align="start"
      width="16rem"
      trigger={
        <ValueButton
          ref={button}
          type="button"
          title={reason ?? label}
          aria-haspopup="dialog"
          aria-expanded={text !== null}
          disabled={reason !== undefined}
          onClick={() => setText(text === null ? inputText(value ? new Date(value) : suggestion) : null)}
        >
          {children}
          {reason === undefined && <ChevronDownIcon size={12} />}
        </ValueButton>
      }
    >
      <form onSubmit={submit}>
        <Stack gap="3" padding="2">
          <Field label={label}>
            <Input
              type="datetime-local"
              required
              autoFocus
              value={text ?? ''}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Flex gap="2">
            <Button type="submit" size="sm" variant="solid">
              {texts.setTime}
            </Button>
            {value && (
              <Button type="button" size="sm" onClick={() => pick(null)}>
                {removeLabel}
              </Button>
            )}
          </Flex>
        </Stack>
      </form>
    </Popover>
  )
}
