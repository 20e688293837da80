import {
  failureText,
  REDIRECT_AFTER_CREATE_MS,
  TicketForm,
  useCreateTicket,
  type NewTicket as Values,
} from '@helpdesk/tickets'
import { ArrowLeftIcon, Box, Button, PageHeader, toast } from '@helpdesk/ui'
import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { useEffect, useRef, useState } from 'react'
import { FailedUploads } from './FailedUploads'

/** `/tickets/new`: raises a ticket, then leads to it. */
export function NewTicket() {
  const navigate = useNavigate()
  const location = useLocation()
  const create = useCreateTicket()
  const sent = useRef(false)
  const [complete, setComplete] = useState(false)
  const ticketId = create.data?.ticket.id

  // Only a screen that is still open leads on; who went elsewhere in the meantime stays there.
  useEffect(() => {
    if (!complete || !ticketId) return
    const timer = setTimeout(() => void navigate(`/tickets/${ticketId}`), REDIRECT_AFTER_CREATE_MS)
    return () => clearTimeout(timer)
  }, [complete, ticketId, navigate])

  function submit(values: Values) {
    if (sent.current) return
    sent.current = true
    create.mutate(values, {
      onSuccess: ({ failedFiles }) => {
        if (failedFiles.length === 0) succeed()
      },
      onError: (error) => {
        sent.current = false
        toast({ type: 'error', title: 'Error Creating Ticket', description: failureText(error) })
      },
    })
  }

  function succeed() {
    toast({
      type: 'success',
      title: 'Ticket Created Successfully',
      description: 'You will be redirected to your ticket details.',
    })
    setComplete(true)
  }

  function back() {
    // A page opened from outside has nothing to go back to.
    if (location.key === 'default') void navigate('/tickets')
    else void navigate(-1)
  }

  const failed = create.data?.failedFiles ?? []
  return (
    <Box maxWidth="42rem">
      <PageHeader
        above={
          <Button variant="ghost" onClick={back}>
            <ArrowLeftIcon size={14} />
            Back to Tickets
          </Button>
        }
        heading="Create New Ticket"
        subtitle="Submit a new support request"
      />
      {ticketId && failed.length > 0 ? (
        <FailedUploads ticketId={ticketId} failed={failed} onComplete={succeed} />
      ) : (
        <TicketForm
          onSubmit={submit}
          busy={create.isPending || create.isSuccess}
          error={create.error ? failureText(create.error) : null}
        />
      )}
    </Box>
  )
}
