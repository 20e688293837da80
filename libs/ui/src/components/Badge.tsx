import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export type BadgeTone =
  | 'neutral'
  | 'accent'
  | 'info'
  | 'success'
  | 'warning'
  | 'danger'
  | `status.${'open' | 'in_progress' | 'pending' | 'on_hold' | 'solved' | 'closed'}`
  | `priority.${'urgent' | 'high' | 'medium' | 'normal' | 'low'}`

export interface BadgeProps {
  tone?: BadgeTone
  /** Shown next to the text. */
  icon?: ReactNode
  /** `plain` colors only the icon, for dense tables. */
  variant?: 'subtle' | 'plain'
  children: ReactNode
}

/** A short colored text with an optional icon. */
export function Badge({ tone = 'neutral', icon, variant = 'subtle', children }: BadgeProps) {
  const isAccent = tone === 'accent'
  const fg = isAccent ? 'accent.fg' : `${tone}.fg`
  const plain = variant === 'plain'
  return (
    <Root
      color={plain ? 'fg' : fg}
      bg={plain ? 'transparent' : isAccent ? 'accent.subtle' : `${tone}.bg`}
      px={plain ? '0' : '2'}
    >
      {icon && <Icon color={fg}>{icon}</Icon>}
      {children}
    </Root>
  )
}

const Root = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    height: '1.375rem',
    borderRadius: 'sm',
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: '1rem',
    whiteSpace: 'nowrap',
  },
})
const Icon = chakra('span', { base: { display: 'inline-flex', '& svg': { width: '14px', height: '14px' } } })
