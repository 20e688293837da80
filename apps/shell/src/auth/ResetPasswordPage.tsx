import { useRecovering } from '@helpdesk/auth'
import { FullScreenSpinner, toast } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { auth } from '../app/session'
import { MailLinkCard } from './MailLinkCard'
import { NewPasswordForm } from './NewPasswordForm'
import { ResetRequest } from './ResetRequest'
import { useMailLink } from './use-mail-link'

const EXPIRED = 'The link is no longer valid. Please ask for a new one.'

/**
 * One address, two screens (section 2.6): the request for a reset link, and, for those who come through the link,
 * the form for the new password. The link brings a token that is redeemed here first, on a click, even if somebody is
 * signed in. (A code comes back from links of `/auth/v1/verify`.)
 */
export function Component() {
  const recovering = useRecovering()
  const mail = useMailLink()
  const [problem, setProblem] = useState<string | null>(null)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const code = params.get('code')
  const refused = params.get('error_description') ?? params.get('error')

  useEffect(() => {
    if (!code) return
    let current = true
    const forgetCode = () => current && void navigate('/auth/reset-password', { replace: true })
    auth()
      .then(({ exchangeCode }) => exchangeCode(code))
      .then(forgetCode, () => {
        if (current) toast({ title: 'Error resetting password', description: EXPIRED, type: 'error' })
        forgetCode()
      })
    return () => {
      current = false
    }
  }, [code, navigate])

  if (code) return <FullScreenSpinner label="Completing authentication..." showLabel />
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
  return recovering ? <NewPasswordForm /> : <ResetRequest refused={problem ?? (refused ? EXPIRED : null)} />
}
