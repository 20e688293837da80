import { Box, Flex, Heading } from '@helpdesk/ui'
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
    <Box as="section" aria-label={title} minWidth="0">
      <Flex alignItems="center" justifyContent="space-between" gap="2" minHeight="7">
        <Heading size="sm">{title}</Heading>
        {action}
      </Flex>
      <Box marginTop="1">{children}</Box>
    </Box>
  )
}
