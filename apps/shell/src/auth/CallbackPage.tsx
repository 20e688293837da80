import { AUTH_TEXTS, getAuthState, safeNext } from '@helpdesk/auth'
import { FullScreenSpinner, toast } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { noteReturnPath, readReturnPath } from '../app/return-path'
import { auth } from '../app/session'

/** Completes social sign-in and e-mail verification: section 2.7. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [redirecting, setRedirecting] = useState(false)
  const code = params.get('code')
  const [next] = useState(() => (params.has('next') ? safeNext(params.get('next')) : readReturnPath()))
  const refused = params.has('error') || params.has('error_code')

  useEffect(() => {
    let current = true
    const go = (to: string, state?: { error: string }) => {
      if (!current) return
      setRedirecting(true)
      noteReturnPath(null)
      void navigate(to, { replace: true, state })
    }
    complete(code, refused).then((outcome) => {
      if (!current) return
      switch (outcome) {
        case 'verified':
          toast({
            title: 'Email verified',
            description: 'Your email has been verified successfully.',
            type: 'success',
          })
          return go(next)
        case 'recovering':
          return go('/auth/reset-password')
        case 'signed-in':
          return go('/')
        case 'refused':
          return go('/auth/login', { error: AUTH_TEXTS.callback })
        case 'failed':
          toast({ title: 'Authentication failed', description: AUTH_TEXTS.callback, type: 'error' })
          return go('/auth/login', { error: AUTH_TEXTS.callback })
      }
    })
    return () => {
      current = false
    }
  }, [code, next, refused, navigate])

  return (
    <FullScreenSpinner label={redirecting ? 'Redirecting...' : 'Completing authentication...'} showLabel />
  )
}

type Outcome = 'verified' | 'recovering' | 'signed-in' | 'refused' | 'failed'

async function complete(code: string | null, refused: boolean): Promise<Outcome> {
  const { exchangeCode } = await auth()
  if (code) {
    return exchangeCode(code).then(
      ({ recovering }) => (recovering ? 'recovering' : 'verified'),
      (error: unknown) => {
        console.error(error)
        return 'failed'
      },
    )
  }
  if (refused) return 'refused'
  return getAuthState().session ? 'signed-in' : 'failed'
}
