import { Alert, Button, chakra, Dialog, Field, Flex, Stack, Textarea, toast } from '@helpdesk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useUpdateTicket } from '../../api/update-ticket'
import { CLOSE_REASON_MAX, CLOSE_REASONS } from '../../model/closing'
import { failureText } from '../../model/errors'
import * as texts from './dialog-texts'

/** Closes the ticket with a common reason or a custom one. */
export function CloseDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const [choice, setChoice] = useState<string>(CLOSE_REASONS[0])
  const [customReason, setCustomReason] = useState('')
  const [missing, setMissing] = useState(false)
  const update = useUpdateTicket(ticketId)
  const group = useId()

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const reason = choice === texts.anotherReason ? customReason.trim() : choice
    setMissing(!reason)
    if (!reason) return
    update.mutate(
      { status: 'closed', close_reason: reason },
      {
        onSuccess: () => {
          toast({ type: 'success', title: texts.ticketClosed, description: texts.ticketClosedText })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={texts.closeTicket} onClose={onClose}>
      <Stack as="form" gap="4" onSubmit={onSubmit}>
        <fieldset>
          <Legend>{texts.closeQuestion}</Legend>
          {[...CLOSE_REASONS, texts.anotherReason].map((reason) => (
            <Choice key={reason}>
              <input
                type="radio"
                name={group}
                value={reason}
                checked={choice === reason}
                onChange={() => setChoice(reason)}
              />
              {reason}
            </Choice>
          ))}
        </fieldset>
        {choice === texts.anotherReason && (
          <Field
            label={texts.yourReason}
            hint={texts.reasonTooLong(CLOSE_REASON_MAX)}
            error={missing ? texts.reasonMissing : undefined}
            required
          >
            <Textarea
              rows={3}
              maxLength={CLOSE_REASON_MAX}
              value={customReason}
              onChange={(event) => setCustomReason(event.target.value)}
            />
          </Field>
        )}
        {update.error && <Alert>{failureText(update.error)}</Alert>}
        <Flex justifyContent="flex-end" gap="2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="solid" loading={update.isPending} loadingText={texts.closing}>
            {texts.closeTicket}
          </Button>
        </Flex>
      </Stack>
    </Dialog>
  )
}

const Legend = chakra('legend', { base: { fontSize: 'sm', fontWeight: 'medium', marginBottom: '1' } })
const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '8',
    cursor: 'pointer',
    '& input': { accentColor: 'accent', width: '4', height: '4' },
  },
})
