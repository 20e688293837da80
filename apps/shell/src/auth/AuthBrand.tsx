import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { chakra } from '@helpdesk/ui/components/layout'
import { useEffect } from 'react'
import { whenConfigured } from '../app/portal-services'

/** Logo and name of the workspace above the titles of the sign-in pages. build/static-login.ts fills in stored ones. */
export function AuthBrand() {
  const { workspace_name: name, logo } = useWorkspace()
  useEffect(() => {
    // after the first paint: the form does not wait for it
    void whenConfigured()
      .then(() => import('@helpdesk/auth/session/refresh-identity'))
      .then(({ refreshIdentity }) => refreshIdentity())
      .catch(() => undefined)
  }, [])
  return (
    <Row data-brand>
      <img src={logo ?? '/favicon.svg'} alt="" width="32" height="32" />
      <span>{name}</span>
    </Row>
  )
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    height: '8',
    mb: '5',
    fontWeight: 'semibold',
    '& img': { objectFit: 'contain', flexShrink: '0' },
    '& span': { minWidth: '0', truncate: true },
  },
})
