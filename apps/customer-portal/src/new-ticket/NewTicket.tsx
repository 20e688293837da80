import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { NewTicketScreen } from './NewTicketScreen'
import { REDIRECT_AFTER_CREATE_MS } from '@helpdesk/tickets/model/limits'
import { ArrowLeftIcon, Button, PageHeader, toast } from '@helpdesk/ui'
import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import * as texts from './texts'

/** `/tickets/new`: creates a ticket, then navigates to it. */
export function NewTicket() {
  const navigate = useNavigate()
  const location = useLocation()
  const [created, setCreated] = useState<string | null>(null)

  // Unmounting cancels the redirect, because the user has navigated away.
  useEffect(() => {
    if (!created) return
    // Replaces the form in the history, so that Back does not return to an empty form.
    const redirect = () => void navigate(`/tickets/${created}`, { replace: true })
    const timer = setTimeout(redirect, REDIRECT_AFTER_CREATE_MS)
    return () => clearTimeout(timer)
  }, [created, navigate])

  function succeed(ticketId: string) {
    preloadTicketDetail()
    toast({
      type: 'success',
      title: texts.created,
      description: texts.createdText,
    })
    setCreated(ticketId)
  }

  function back() {
    // A page opened directly has no history to go back to.
    if (location.key === 'default') void navigate('/tickets')
    else void navigate(-1)
  }

  return (
    <>
      <PageHeader
        above={
          <Button variant="ghost" onClick={back}>
            <ArrowLeftIcon size={14} />
            {texts.back}
          </Button>
        }
        heading={texts.title}
        subtitle={texts.subtitle}
      />
      <NewTicketScreen onCreated={succeed} />
    </>
  )
}
