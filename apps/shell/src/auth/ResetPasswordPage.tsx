import { useRecovering } from '@helpdesk/auth'
import { FullScreenSpinner, toast } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect } from 'react'
import { auth } from '../app/session'
import { NewPasswordForm } from './NewPasswordForm'
import { ResetRequest } from './ResetRequest'

const EXPIRED = 'The link is no longer valid. Please ask for a new one.'

/**
 * One address, two screens (section 2.6): the request for a reset link, and, for those who come through the link,
 * the form for the new password. The link brings a code that is redeemed here first, even if somebody is signed in.
 */
export function Component() {
  const recovering = useRecovering()
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
  return recovering ? <NewPasswordForm /> : <ResetRequest refused={refused ? EXPIRED : null} />
}
