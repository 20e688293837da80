import { AppError } from '@helpdesk/supabase/errors/app-error'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { errorText } from '@helpdesk/ui/components/error-text'
import { Stack } from '@helpdesk/ui/components/layout'
import { LinkButton } from '@helpdesk/ui/components/LinkButton'
import { Spinner } from '@helpdesk/ui/components/Spinner'
import { useSearchParams } from '@helpdesk/ui/router'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { whenConfigured } from '../app/portal-services'
import { AuthBrand } from '../auth/AuthBrand'
import { AnswerChoice } from './AnswerChoice'
import { getRatedTicket, isAnswer, rateByLink, type Answer, type RatedTicket } from './rating-link'
import * as texts from './texts'

/** Rates a solved ticket on a click, without signing in. Opening the page changes nothing: mail scanners open every link. */
export function Component() {
  const params = useSearchParams()[0]
  const token = params.get('token') ?? ''
  const wanted = params.get('answer')
  const [answer, setAnswer] = useState<Answer | null>(isAnswer(wanted) ? wanted : null)
  const [sent, setSent] = useState<Answer | null>(null)
  const [ticket, setTicket] = useState<RatedTicket>()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const status = useRef<HTMLDivElement>(null)

  const run = useCallback(async (request: () => Promise<RatedTicket>, onSuccess?: () => void) => {
    setBusy(true)
    try {
      await whenConfigured()
      setTicket(await request())
      setError(null)
      onSuccess?.()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }, [])
  const load = useCallback(() => run(() => getRatedTicket(token)), [run, token])
  useEffect(() => {
    // An effect must not set state synchronously.
    const soon = setTimeout(() => void load(), 0)
    return () => clearTimeout(soon)
  }, [load])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (answer && !busy)
      void run(
        () => rateByLink(token, answer),
        () => setSent(answer),
      )
  }

  if (error instanceof AppError && error.status === 404)
    return (
      <AuthCard brand={<AuthBrand />} title={texts.invalidTitle} subtitle={texts.invalidText}>
        <LinkButton to="/" variant="solid">
          {texts.openPortal}
        </LinkButton>
      </AuthCard>
    )
  const alert = error !== null && (
    <Alert title={texts.failed}>
      {(error instanceof AppError && texts.refusal(error.code)) || errorText(error, '')}
    </Alert>
  )
  if (!ticket)
    return (
      <AuthCard brand={<AuthBrand />} title={texts.title}>
        {alert}
        {error === null ? (
          <Spinner size={20} label={texts.loading} />
        ) : (
          <Button loading={busy} onClick={() => void load()}>
            {texts.retry}
          </Button>
        )}
      </AuthCard>
    )
  return (
    <AuthCard brand={<AuthBrand />} title={texts.title} subtitle={texts.about(ticket.ticket_number)}>
      <Stack as="form" gap="4" onSubmit={onSubmit}>
        <AnswerChoice value={answer} onChange={setAnswer} />
        {alert}
        {answer !== sent && (
          <Button type="submit" variant="solid" loading={busy} loadingText={texts.sending}>
            {sent ? texts.change : texts.send}
          </Button>
        )}
        <div ref={status} role="status" tabIndex={-1}>
          {sent && <p>{texts.thanks(sent)}</p>}
        </div>
      </Stack>
    </AuthCard>
  )
}
