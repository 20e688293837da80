import { authErrorText, AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'
import { verifyLink } from '@helpdesk/auth/api/verify-link'
import type { MailLink } from '@helpdesk/auth/model/mail-link'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { LinkButton } from '@helpdesk/ui/components/LinkButton'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { auth } from '../app/session'
import { LazySupportHelp } from '../layout/LazySupportHelp'
import { AuthBrand } from './AuthBrand'
import { NewLinkForm } from './NewLinkForm'
import * as texts from './texts'

const CONFIRM = {
  title: texts.confirmTitle,
  text: texts.confirmText,
  action: texts.confirmAction,
}
const TEXTS: Record<MailLink['type'], { title: string; text: string; action: string }> = {
  email: CONFIRM,
  signup: CONFIRM,
  email_change: {
    title: texts.changeTitle,
    text: texts.changeText,
    action: texts.changeAction,
  },
  invite: { title: texts.acceptInvite, text: texts.confirmText, action: texts.acceptAction },
  magiclink: { title: texts.signIn, text: texts.continueText, action: texts.signIn },
  recovery: {
    title: texts.resetTitle,
    text: texts.resetLinkText,
    action: texts.continueAction,
  },
}

interface Props {
  link: MailLink
  onDone: (outcome: { signedIn: boolean; setsPassword: boolean }) => void
  /** Called when the link is used or expired. */
  onExpired: () => void
  onRefused: (text: string) => void
}

/** Redeems a mail link on a click, so that a mail scanner that opens the link does not use it up. */
export function MailLinkCard({ link, onDone, onExpired, onRefused }: Props) {
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const { title, text, action } = TEXTS[link.type]

  async function onClick() {
    setBusy(true)
    setAlert(null)
    try {
      await auth()
      onDone(await verifyLink(link))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'otp_expired') {
        // the focused button disappears: move the focus to the page
        flushSync(onExpired)
        return document.getElementById('main')?.focus({ preventScroll: true })
      }
      if (code === 'user_banned') return onRefused(AUTH_TEXTS.deactivated)
      setAlert(authErrorText('verifyLink', error))
      setBusy(false)
    }
  }

  return (
    <AuthCard brand={<AuthBrand />} title={title} subtitle={text}>
      {alert && <Alert title={texts.authFailed}>{alert}</Alert>}
      <Button variant="solid" loading={busy} loadingText={texts.completing} onClick={() => void onClick()}>
        {action}
      </Button>
      {alert && <LazySupportHelp />}
    </AuthCard>
  )
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** A used or expired link, with a way to request a new one where possible. */
export function ExpiredLinkCard({ type }: { type: MailLink['type'] | null }) {
  const confirms = type === null || type === 'email' || type === 'signup'
  const resets = type === 'recovery'
  return (
    <AuthCard
      brand={<AuthBrand />}
      title={texts.linkExpired}
      subtitle={confirms ? texts.linkExpiredText : texts.askForLink(resets)}
      footer={
        confirms && (
          <>
            {texts.alreadyConfirmed} <RouterLink to="/auth/login">{texts.signIn}</RouterLink>
          </>
        )
      }
    >
      {confirms ? (
        <NewLinkForm />
      ) : (
        <LinkButton to={resets ? '/auth/reset-password' : '/auth/login'} variant="solid">
          {resets ? texts.newLink : texts.backToLogin}
        </LinkButton>
      )}
      <LazySupportHelp />
    </AuthCard>
  )
}
