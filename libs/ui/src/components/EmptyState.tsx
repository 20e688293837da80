import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: ReactNode
  /** `h1` when this is the whole page. */
  titleAs?: 'p' | 'h1'
  /** What to do next. */
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ title, titleAs = 'p', text, icon, action }: EmptyStateProps) {
  return (
    <Root>
      {icon && <Icon>{icon}</Icon>}
      <Title as={titleAs}>{title}</Title>
      {text && <Note>{text}</Note>}
      {action && <Action>{action}</Action>}
    </Root>
  )
}

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    px: '4',
    py: '12',
  },
})
const Icon = chakra('div', {
  base: { color: 'fg.subtle', mb: '3', '& svg': { width: '24px', height: '24px' } },
})
const Title = chakra('p', { base: { fontWeight: 'semibold' } })
const Note = chakra('p', { base: { color: 'fg.muted', mt: '1', maxWidth: '24rem' } })
const Action = chakra('div', { base: { mt: '4' } })
