import { useRecovering } from '@helpdesk/auth/session/hooks'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { toast } from '@helpdesk/ui/toast/toast'
import { useLocation, useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { auth } from '../app/session'
import { MailLinkCard } from './MailLinkCard'
import { NewPasswordForm } from './NewPasswordForm'
import { ResetRequest } from './ResetRequest'
import { useMailLink } from './use-mail-link'
import * as texts from './texts'

const EXPIRED = texts.resetLinkInvalid

const isNewAccount = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'newAccount' in state && state.newAccount === true

/**
 * Two screens at one address (specification section 2.6): the request for a reset link, and the form for the new
 * password after the link. A click redeems the link's token first, even when a user is signed in. Links through
 * `/auth/v1/verify` return with a code instead.
 */
export function Component() {
  const recovering = useRecovering()
  const mail = useMailLink()
  const [problem, setProblem] = useState<string | null>(null)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const code = params.get('code')
  const refused = params.get('error_description') ?? params.get('error')

  useEffect(() => {
    if (!code) return
    let current = true
    const forgetCode = () => current && void navigate('/auth/reset-password', { replace: true })
    auth()
      .then(({ exchangeCode }) => exchangeCode(code))
      .then(forgetCode, () => {
        if (current) toast({ title: texts.resetFailed, description: EXPIRED, type: 'error' })
        forgetCode()
      })
    return () => {
      current = false
    }
  }, [code, navigate])

  if (code) return <FullScreenSpinner label={texts.completing} showLabel />
  if (mail && problem === null)
    return (
      <MailLinkCard
        link={mail.link}
        onDone={() => {
          mail.forget()
          void navigate('/auth/reset-password', { replace: true })
        }}
        onExpired={() => setProblem(EXPIRED)}
        onRefused={setProblem}
      />
    )
  return recovering ? (
    <NewPasswordForm isNewAccount={isNewAccount(state)} />
  ) : (
    <ResetRequest refused={problem ?? (refused ? EXPIRED : null)} />
  )
}
