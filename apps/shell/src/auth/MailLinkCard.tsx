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

const CONFIRM = {
  title: 'Confirm your email address',
  text: 'Confirm to activate your account.',
  action: 'Confirm email address',
}
const TEXTS: Record<MailLink['type'], { title: string; text: string; action: string }> = {
  email: CONFIRM,
  signup: CONFIRM,
  email_change: {
    title: 'Confirm your new email address',
    text: 'Your account will use this address from now on.',
    action: 'Confirm the change',
  },
  invite: { title: 'Accept your invite', text: 'Confirm to activate your account.', action: 'Accept' },
  magiclink: { title: 'Sign in', text: 'Continue to your account.', action: 'Sign in' },
  recovery: {
    title: 'Reset your password',
    text: 'Continue to choose a new password.',
    action: 'Continue',
  },
}

interface Props {
  link: MailLink
  onDone: (signedIn: boolean) => void
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
      const { signedIn } = await verifyLink(link)
      onDone(signedIn)
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
      {alert && <Alert title="Authentication failed">{alert}</Alert>}
      <Button
        variant="solid"
        loading={busy}
        loadingText="Completing authentication..."
        onClick={() => void onClick()}
      >
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
      title="This link no longer works"
      subtitle={
        confirms
          ? "It has expired or was already used. Enter your email address and we'll send you a new one."
          : `It has expired or was already used. ${resets ? 'Ask' : 'Sign in and ask'} for a new one.`
      }
      footer={
        confirms && (
          <>
            Already confirmed? <RouterLink to="/auth/login">Sign in</RouterLink>
          </>
        )
      }
    >
      {confirms ? (
        <NewLinkForm />
      ) : (
        <LinkButton to={resets ? '/auth/reset-password' : '/auth/login'} variant="solid">
          {resets ? 'Send a new link' : 'Back to login'}
        </LinkButton>
      )}
      <LazySupportHelp />
    </AuthCard>
  )
}
