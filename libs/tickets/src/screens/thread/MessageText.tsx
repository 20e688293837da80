import { Box } from '@helpdesk/ui'
import { createContext, use } from 'react'
import { estimateLines } from '../../model/layout-budget'
import { breakMarkRuns } from '../../model/mark-runs'
import { hasMarkdown } from '../../model/markdown/has-markdown'
import { breakShapedRuns } from '../../model/shaped-runs'
import { useMarkdown } from './use-markdown'
import { UserText } from './UserText'

/** True around messages whose Markdown and links the page has no time for. */
export const AsTyped = createContext(false)

/** True around messages whose layout waits until they come near the screen. */
export const LaidOutLater = createContext(false)

/** The text of a message: plain at once, and formatted as soon as the code for Markdown is loaded, if it has any. */
export function MessageText({ children }: { children: string }) {
  const height = `auto ${estimateLines(children)}lh`
  return use(LaidOutLater) ? (
    <Box style={{ contentVisibility: 'auto', containIntrinsicBlockSize: height }}>
      <FormattedText>{children}</FormattedText>
    </Box>
  ) : (
    <FormattedText>{children}</FormattedText>
  )
}

function FormattedText({ children }: { children: string }) {
  const asTyped = use(AsTyped)
  const Formatted = useMarkdown(!asTyped && hasMarkdown(children))
  return Formatted ? (
    <Formatted text={breakShapedRuns(breakMarkRuns(children))} />
  ) : (
    <UserText hasLinks={!asTyped}>{children}</UserText>
  )
}
