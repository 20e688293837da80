import { Button } from '@helpdesk/ui/components/Button'
import { Stack } from '@helpdesk/ui/components/layout'
import { useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { MailLinkCard } from '../mail-link/MailLinkCard'
import { useMailLink } from '../mail-link/use-mail-link'
import { AnswerChoice } from './AnswerChoice'
import { getRatedTicket, isAnswer, rateByLink, type Answer } from './rating-link'
import * as texts from './texts'

/** Rates a solved ticket on a click, without signing in. Opening the page changes nothing: mail scanners open every link. */
export function Component() {
  const requested = useSearchParams()[0].get('answer')
  const [answer, setAnswer] = useState<Answer | null>(isAnswer(requested) ? requested : null)
  const [sent, setSent] = useState<Answer | null>(null)
  const link = useMailLink(getRatedTicket)
  const status = useRef<HTMLDivElement>(null)

  // The button that had the focus is gone.
  useEffect(() => {
    if (sent) status.current?.focus()
  }, [sent])

  async function send(chosen: Answer) {
    if (await link.run((token) => rateByLink(token, chosen))) setSent(chosen)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (answer && !link.busy) void send(answer)
  }

  return (
    <MailLinkCard
      link={link}
      title={texts.title}
      subtitle={({ ticket_number }) => texts.about(ticket_number)}
      invalid={texts.invalid}
      refusal={texts.refusal}
    >
      {(_ticket, alert) => (
        <Stack as="form" gap="4" onSubmit={onSubmit}>
          <AnswerChoice value={answer} onChange={setAnswer} />
          {alert}
          {answer !== sent && (
            <Button type="submit" variant="solid" loading={link.busy} loadingText={texts.sending}>
              {sent ? texts.change : texts.send}
            </Button>
          )}
          <div ref={status} role="status" tabIndex={-1}>
            {sent && <p>{texts.thanks(sent)}</p>}
          </div>
        </Stack>
      )}
    </MailLinkCard>
  )
}
