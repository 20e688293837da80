import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A line, or a text between two lines. */
export function Divider({ children }: { children?: ReactNode }) {
  return children ? <Labelled>{children}</Labelled> : <Line />
}

const Line = chakra('hr', { base: { borderTopWidth: '1px', borderColor: 'border', width: 'full' } })
const Labelled = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    fontSize: 'sm',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    _before: { content: '""', height: '1px', flex: '1', bg: 'border' },
    _after: { content: '""', height: '1px', flex: '1', bg: 'border' },
  },
})
