import { chakra, Heading } from '@helpdesk/ui'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** Shown at the end of the heading's line. */
  action?: ReactNode
  children: ReactNode
}

/** A titled section of the aside. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <Root aria-label={title}>
      <div data-head>
        <Heading size="sm">{title}</Heading>
        {action}
      </div>
      <div>{children}</div>
    </Root>
  )
}

const Root = chakra('section', {
  base: {
    minWidth: '0',
    '& > [data-head]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minHeight: '7',
      mb: '1',
    },
  },
})
