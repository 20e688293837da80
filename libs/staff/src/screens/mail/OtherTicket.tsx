import { getTicket } from '@helpdesk/tickets/api/get-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import { parseTicketNumber } from '@helpdesk/tickets/model/ticket-number'
import { Box, Button, Field, Flex, Input } from '@helpdesk/ui'
import { useCommand } from '@helpdesk/ui/query'
import { useState, type FormEvent } from 'react'
import type { TicketChoice } from '../../model/mail'
import * as texts from './texts'

async function findTicket(number: number): Promise<TicketChoice> {
  const { ticket, customer } = await getTicket(String(number))
  return {
    id: ticket.id,
    number,
    subject: ticket.subject,
    customer_name: customer?.name ?? '',
    was_forwarded: false,
  }
}

/** Asks for the number of a ticket. */
export function OtherTicket({ onFound }: { onFound: (ticket: TicketChoice) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useCommand({ mutationKey: ['find-ticket'], mutationFn: findTicket })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const number = parseTicketNumber(text)
    if (number === undefined) return setProblem(texts.numberInvalid)
    setProblem(undefined)
    mutate(number, { onSuccess: onFound, onError: (error) => setProblem(failureText(error)) })
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Flex gap="2" marginTop="2" alignItems="flex-start">
        <Box width="14rem">
          <Field label={texts.ticketNumber} hideLabel error={problem}>
            <Input
              autoFocus
              autoComplete="off"
              placeholder={texts.ticketNumber}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        </Box>
        <Button type="submit" loading={isPending}>
          {texts.find}
        </Button>
      </Flex>
    </form>
  )
}
