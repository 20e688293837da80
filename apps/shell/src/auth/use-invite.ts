import { INVITE_TEXTS, isInviteToken, type Invite } from '@helpdesk/auth'
import { errorText, toast } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { auth } from '../app/session'

export type InviteCheck =
  { kind: 'none' } | { kind: 'checking' } | { kind: 'valid'; invite: Invite; token: string }

/** The invite in the address, verified (section 2.5). One that is no good is told of and taken out of the address. */
export function useInvite(): InviteCheck {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const token = params.get('token')
  const [verified, setVerified] = useState<{ token: string; invite: Invite } | null>(null)

  useEffect(() => {
    if (token === null) return
    let current = true
    const refuse = (title: string, description: string) => {
      if (!current) return
      toast({ title, description, type: 'error' })
      void navigate('/auth/signup', { replace: true })
    }
    if (!isInviteToken(token)) {
      // in the next turn, as React's strict mode runs the effect of a first render twice
      queueMicrotask(() => refuse(INVITE_TEXTS.title, INVITE_TEXTS.malformed))
    } else {
      auth()
        .then(({ verifyInvite }) => verifyInvite(token))
        .then(
          (invite) => {
            if (!invite) refuse(INVITE_TEXTS.title, INVITE_TEXTS.refused)
            else if (current) setVerified({ token, invite })
          },
          (error: unknown) => refuse('Error', errorText(error, 'An unknown error occurred')),
        )
    }
    return () => {
      current = false
    }
  }, [token, navigate])

  if (token === null) return { kind: 'none' }
  return verified?.token === token ? { kind: 'valid', ...verified } : { kind: 'checking' }
}
