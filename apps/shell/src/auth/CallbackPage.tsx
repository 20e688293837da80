import { AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'
import { safeNext } from '@helpdesk/auth/model/safe-next'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { saveReturnPath, readReturnPath } from '../app/return-path'
import { completeSignIn } from './complete-sign-in'
import { ExpiredLinkCard, MailLinkCard } from './MailLinkCard'
import { refusalText } from './refusal-text'
import { useMailLink } from './use-mail-link'
import * as texts from './texts'

/** Completes social sign-in and email verification: specification section 2.7. */
export function Component() {
  const mail = useMailLink()
  const [params] = useSearchParams()
  const [expired, setExpired] = useState(false)
  const replaceRoute = useReplaceRoute()
  const navigate = useNavigate()

  /** @param path to open after the password is set */
  function askForPassword(path: string | null) {
    saveReturnPath(path)
    void navigate('/auth/reset-password', { replace: true, state: { newAccount: path !== null } })
  }

  if (expired || params.get('error_code') === 'otp_expired')
    return <ExpiredLinkCard type={mail?.link.type ?? null} />
  if (!mail) return <CodeCallback />
  const { link, next } = mail
  return (
    <MailLinkCard
      link={link}
      onExpired={() => setExpired(true)}
      onRefused={(error) => replaceRoute('/auth/login', { error })}
      onDone={({ signedIn, setsPassword }) => {
        if (setsPassword) return askForPassword(link.type === 'recovery' ? null : (next ?? readReturnPath()))
        if (!signedIn)
          toast({
            title: texts.addressConfirmed,
            description: texts.otherAddress,
            type: 'success',
          })
        else if (link.type !== 'magiclink') toastVerified()
        replaceRoute(next ?? readReturnPath())
      }}
    />
  )
}

const toastVerified = () =>
  toast({
    title: texts.emailVerified,
    description: texts.emailVerifiedText,
    type: 'success',
  })

function useReplaceRoute() {
  const navigate = useNavigate()
  return (to: string, state?: { error: string }) => {
    saveReturnPath(null)
    void navigate(to, { replace: true, state })
  }
}

/** Handles the redirect of a social sign-in, which has a code or an error. */
function CodeCallback() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [redirecting, setRedirecting] = useState(false)
  const code = params.get('code')
  const [next] = useState(() => (params.has('next') ? safeNext(params.get('next')) : readReturnPath()))
  const refused = params.has('error') || params.has('error_code')
  const reason = refusalText(params.get('error_code'))

  useEffect(() => {
    let current = true
    const go = (to: string, state?: { error: string }) => {
      if (!current) return
      setRedirecting(true)
      saveReturnPath(null)
      void navigate(to, { replace: true, state })
    }
    void completeSignIn(code, refused).then((outcome) => {
      if (!current) return
      switch (outcome) {
        case 'verified':
          toastVerified()
          return go(next)
        case 'recovering':
          return go('/auth/reset-password')
        case 'signed-in':
          return go('/')
        case 'refused':
          return go('/auth/login', { error: reason })
        case 'failed':
          toast({ title: texts.authFailed, description: AUTH_TEXTS.callback, type: 'error' })
          return go('/auth/login', { error: AUTH_TEXTS.callback })
      }
    })
    return () => {
      current = false
    }
  }, [code, next, refused, reason, navigate])

  return <FullScreenSpinner label={redirecting ? texts.redirecting : texts.completing} showLabel />
}
