import { authErrorText } from '@helpdesk/auth/model/error-texts'
import { INVITE_TEXTS, type Invite } from '@helpdesk/auth/model/invite'
import { refusalTexts } from '@helpdesk/auth/model/refusal-texts'
import { isRecovering } from '@helpdesk/auth/session/auth-state'
import { useAuth } from '@helpdesk/auth/session/hooks'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { Text } from '@helpdesk/ui/components/Text'
import { addErrorTexts, errorText } from '@helpdesk/ui/components/error-text'
import { Stack } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNavigate } from '@helpdesk/ui/router'
import { useEffect, useRef, useState } from 'react'
import { signOutAndReload } from '../app/sign-out'
import { savePendingInvite, pendingInvite } from '../app/pending-invite'
import { auth } from '../app/session'
import { AuthBrand } from './AuthBrand'
import { verifyToken } from './use-invite'
import * as texts from './texts'

addErrorTexts(refusalTexts)

/** Lets a signed-in user accept or skip an invite. */
export function Component() {
  const navigate = useNavigate()
  const [token] = useState(pendingInvite)
  const [invite, setInvite] = useState<Invite | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    let current = true
    const leave = (title?: string, description?: string) => {
      if (!current) return
      savePendingInvite(null)
      if (title) toast({ title, description, type: 'error' })
      void navigate('/', { replace: true })
    }
    if (!token) queueMicrotask(() => leave())
    else
      verifyToken(token).then(
        (found) => {
          if (!found) leave(INVITE_TEXTS.title, INVITE_TEXTS.refused)
          else if (current) setInvite(found.invite)
        },
        // the invite may be valid: keep it for a retry
        (error: unknown) => current && setProblem(errorText(error, texts.unknown)),
      )
    return () => {
      current = false
    }
  }, [token, navigate, attempt])

  function retry() {
    setProblem(null)
    setAttempt(attempt + 1)
  }

  if (problem !== null)
    return (
      <AuthCard brand={<AuthBrand />} title={texts.acceptInvite}>
        <Alert title={texts.inviteCheckFailed}>{problem}</Alert>
        <Button variant="solid" onClick={retry}>
          {texts.tryAgain}
        </Button>
      </AuthCard>
    )
  if (!token || !invite) return <FullScreenSpinner label={texts.checkingInvite} />
  return <AcceptInvite token={token} invite={invite} />
}

function AcceptInvite({ token, invite }: { token: string; invite: Invite }) {
  const navigate = useNavigate()
  const { user } = useAuth()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isOwn = user?.email?.toLowerCase() === invite.email

  function finish() {
    savePendingInvite(null)
    void navigate(isRecovering() ? '/auth/reset-password' : '/', { replace: true })
  }

  async function accept() {
    // a second click may precede the disabled state
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      const role = await (await auth()).acceptInvite(token)
      toast({ title: texts.inviteAccepted, description: texts.inviteAcceptedText(role), type: 'success' })
      finish()
    } catch (error) {
      setFailure(authErrorText('acceptInvite', error))
      running.current = false
      setBusy(false)
    }
  }

  return (
    <AuthCard brand={<AuthBrand />} title={texts.acceptInvite} subtitle={texts.invitedAs(invite.role)}>
      <Stack gap="4">
        {failure && <Alert title={texts.acceptFailed}>{failure}</Alert>}
        <Text overflowWrap="anywhere">
          {texts.signedInAs} <strong>{user?.email}</strong>.
          {!isOwn && (
            <>
              {' '}
              {texts.inviteFor} <strong>{invite.email}</strong>
              {texts.otherAccount}
            </>
          )}
        </Text>
        {isOwn ? (
          <Button variant="solid" loading={busy} loadingText={texts.accepting} onClick={() => void accept()}>
            {texts.accept}
          </Button>
        ) : (
          <Button variant="solid" onClick={() => void signOutAndReload()}>
            {texts.signOut}
          </Button>
        )}
        <Button disabled={busy} onClick={finish}>
          {texts.notNow}
        </Button>
      </Stack>
    </AuthCard>
  )
}
