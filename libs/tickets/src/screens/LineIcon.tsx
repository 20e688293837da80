import { Flex } from '@helpdesk/ui'
import type { ReactNode } from 'react'

/** An icon beside a text of several lines: as high as the first of them, and in its middle. */
export const LineIcon = ({ children }: { children: ReactNode }) => (
  <Flex alignItems="center" flexShrink="0" height="1lh">
    {children}
  </Flex>
)
