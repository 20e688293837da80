import { AppError } from '@helpdesk/supabase/errors/app-error'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { errorText } from '@helpdesk/ui/components/error-text'
import { LinkButton } from '@helpdesk/ui/components/LinkButton'
import { Spinner } from '@helpdesk/ui/components/Spinner'
import { useSearchParams } from '@helpdesk/ui/router'
import { useCallback, useEffect, useState } from 'react'
import { whenConfigured } from '../app/portal-services'
import { AuthBrand } from '../auth/AuthBrand'
import { getSubscription, setSubscription, type Subscription } from './subscription'
import * as texts from './texts'

/** Ends a kind of mail on a click, without signing in. Opening the page changes nothing: mail scanners open every link. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [subscription, setState] = useState<Subscription>()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)

  const run = useCallback(async (request: () => Promise<Subscription>) => {
    setBusy(true)
    try {
      await whenConfigured()
      setState(await request())
      setError(null)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }, [])
  const load = useCallback(() => run(() => getSubscription(token)), [run, token])
  useEffect(() => {
    // An effect must not set state synchronously.
    const soon = setTimeout(() => void load(), 0)
    return () => clearTimeout(soon)
  }, [load])

  if (error instanceof AppError && error.status === 404)
    return (
      <AuthCard brand={<AuthBrand />} title={texts.invalidTitle} subtitle={texts.invalidText}>
        <LinkButton to="/" variant="solid">
          {texts.signIn}
        </LinkButton>
      </AuthCard>
    )
  const alert = error !== null && <Alert title={texts.failed}>{errorText(error, '')}</Alert>
  if (!subscription)
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
  const { is_subscribed: on, is_in_text } = subscription
  return (
    <AuthCard brand={<AuthBrand />} title={texts.title}>
      <div role="status">
        <p>{on ? texts.subscribed(subscription) : texts.unsubscribed(subscription)}</p>
        {!on && isDone && is_in_text && <p>{texts.told}</p>}
      </div>
      {alert}
      <Button
        variant={on ? 'solid' : 'outline'}
        loading={busy}
        onClick={() => void run(() => setSubscription(token, !on)).then(() => setDone(true))}
      >
        {on ? texts.unsubscribe : texts.subscribe}
      </Button>
    </AuthCard>
  )
}
