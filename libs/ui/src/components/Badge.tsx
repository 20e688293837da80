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
  /** Beside the word, never instead of it. */
  icon?: ReactNode
  /** `plain` colours only the icon: quieter in dense tables. */
  variant?: 'subtle' | 'plain'
  children: ReactNode
}

/** A small word with a colour and an icon. */
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
      {icon && <Mark color={fg}>{icon}</Mark>}
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
const Mark = chakra('span', { base: { display: 'inline-flex', '& svg': { width: '14px', height: '14px' } } })
