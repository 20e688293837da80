import { Button, Field, Stack, Textarea } from '@helpdesk/ui'
import { useState } from 'react'
import { markAutofocus } from '../controls/mark-autofocus'
import * as texts from './texts'

/** Longest note, a limit of the server. */
const NOTE_MAX = 1000

interface HandOverFormProps {
  count: number
  /** Who gets the tickets. */
  name: string
  onAssign: (note: string) => void
}

/** Asks for a note to the colleague who gets many tickets at once; `Enter` in the empty box goes on without one. */
export function HandOverForm({ count, name, onAssign }: HandOverFormProps) {
  const [note, setNote] = useState('')
  return (
    <Stack
      as="form"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault()
        onAssign(note.trim())
      }}
    >
      <Field label={texts.noteOptional(name)} hint={texts.handOverHint}>
        <Textarea
          autoFocus
          ref={markAutofocus}
          rows={3}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            if (note && !event.ctrlKey && !event.metaKey) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </Field>
      {/* A name may be longer than the form is wide. */}
      <Button
        type="submit"
        variant="solid"
        height="auto"
        minHeight="8"
        paddingY="1"
        whiteSpace="normal"
        overflowWrap="anywhere"
      >
        {texts.handOver(count, name)}
      </Button>
    </Stack>
  )
}
