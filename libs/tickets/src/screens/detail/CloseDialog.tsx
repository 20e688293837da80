import { Alert, Button, chakra, Dialog, Field, Flex, Stack, Textarea, toast } from '@helpdesk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useUpdateTicket } from '../../api/update-ticket'
import { CLOSE_REASON_MAX, CLOSE_REASONS } from '../../model/closing'
import { failureText } from '../../model/errors'

const CUSTOM_REASON = 'Another reason'

/** Closes the ticket with a common reason or a custom one. */
export function CloseDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const [choice, setChoice] = useState<string>(CLOSE_REASONS[0])
  const [customReason, setCustomReason] = useState('')
  const [missing, setMissing] = useState(false)
  const update = useUpdateTicket(ticketId)
  const group = useId()

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const reason = choice === CUSTOM_REASON ? customReason.trim() : choice
    setMissing(!reason)
    if (!reason || update.isPending) return
    update.mutate(
      { status: 'closed', close_reason: reason },
      {
        onSuccess: () => {
          toast({ type: 'success', title: 'Ticket closed', description: 'You can reopen it at any time.' })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title="Close ticket" onClose={onClose}>
      <Stack as="form" gap="4" onSubmit={onSubmit}>
        <fieldset>
          <Legend>Why are you closing this ticket?</Legend>
          {[...CLOSE_REASONS, CUSTOM_REASON].map((reason) => (
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
        {choice === CUSTOM_REASON && (
          <Field
            label="Your reason"
            hint={`At most ${CLOSE_REASON_MAX} characters`}
            error={missing ? 'Please give a reason' : undefined}
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="solid" loading={update.isPending} loadingText="Closing...">
            Close ticket
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
