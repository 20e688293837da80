import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LogOutIcon } from '../icons/icons'
import { Avatar } from './Avatar'
import { Button } from './Button'

export interface AccountPanelProps {
  email: string
  role: string
  onSignOut: () => void
  signingOut?: boolean
  actions?: ReactNode
}

/** Who is signed in, as what, and the way out. */
export function AccountPanel({ email, role, onSignOut, signingOut = false, actions }: AccountPanelProps) {
  return (
    <Root>
      <Person>
        <Avatar name={email} />
        <Texts>
          <Email title={email}>{email}</Email>
          <Role>{role}</Role>
        </Texts>
      </Person>
      <Row>
        <Button size="sm" variant="ghost" onClick={onSignOut} loading={signingOut}>
          {!signingOut && <LogOutIcon size={14} />}
          Sign Out
        </Button>
        {actions}
      </Row>
    </Root>
  )
}

const Root = chakra('div', { base: { borderTopWidth: '1px', borderColor: 'border', p: '3' } })
const Person = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2.5', mb: '2' } })
const Texts = chakra('div', { base: { minWidth: '0', lineHeight: '1.25rem' } })
const Email = chakra('p', {
  base: { fontSize: 'sm', fontWeight: 'medium', overflow: 'hidden', textOverflow: 'ellipsis' },
})
const Role = chakra('p', { base: { fontSize: 'xs', color: 'fg.muted', textTransform: 'capitalize' } })
const Row = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
})
