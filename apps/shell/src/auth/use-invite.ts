import { INVITE_TEXTS, isInviteToken, type Invite } from '@helpdesk/auth/model/invite'
import { errorText } from '@helpdesk/ui/components/error-text'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { savePendingInvite } from '../app/pending-invite'
import { auth, phaseOf } from '../app/session'
import * as texts from './texts'

interface Verified {
  token: string
  invite: Invite
  /** The address has a confirmed account already. */
  hasAccount: boolean
}

export type InviteCheck = { kind: 'none' } | { kind: 'checking' } | ({ kind: 'valid' } & Verified)

/** @returns `null` for an invalid invite. @throws AppError */
export async function verifyToken(token: string): Promise<Verified | null> {
  const { verifyInvite, prepareInvitedSignUp } = await auth()
  const invite = await verifyInvite(token)
  return invite && { token, invite, hasAccount: await prepareInvitedSignUp(token) }
}

/**
 * Verifies the invite in the address (specification section 2.5). An invalid one is reported and removed from the URL;
 * signed-in users continue to accept it.
 */
export function useInvite(): InviteCheck {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const token = params.get('token')
  const [verified, setVerified] = useState<Verified | null>(null)

  useEffect(() => {
    if (token === null) return
    let current = true
    const reject = (title: string, description: string) => {
      if (!current) return
      toast({ title, description, type: 'error' })
      void navigate('/auth/signup', { replace: true })
    }
    const accept = (found: Verified | null) => {
      if (!found) return reject(INVITE_TEXTS.title, INVITE_TEXTS.refused)
      if (!current) return
      if (phaseOf() !== 'signed-in') return setVerified(found)
      savePendingInvite(token)
      void navigate('/auth/invite', { replace: true })
    }
    if (!isInviteToken(token)) {
      // deferred: React's strict mode runs the first effect twice
      queueMicrotask(() => reject(INVITE_TEXTS.title, INVITE_TEXTS.malformed))
    } else {
      verifyToken(token).then(accept, (error: unknown) => reject('Error', errorText(error, texts.unknown)))
    }
    return () => {
      current = false
    }
  }, [token, navigate])

  if (token === null) return { kind: 'none' }
  return verified?.token === token ? { kind: 'valid', ...verified } : { kind: 'checking' }
}
