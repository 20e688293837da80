import { Box, Link } from '@helpdesk/ui'
import { createContext, use, type ReactNode } from 'react'
import { autolink } from '../../model/autolinks'
import { breakMarkRuns } from '../../model/mark-runs'

/** Attributes of links in text of users, which may lead anywhere. */
export const LINK_PROPS = {
  variant: 'underline',
  target: '_blank',
  rel: 'noopener noreferrer nofollow',
} as const

/**
 * Marks parts of the texts below, such as mentions, and shows the others by `rest`. Staff only: customers do not download
 * the code.
 */
export const MarkText = createContext<
  ((text: string, rest: (text: string) => ReactNode) => ReactNode) | null
>(null)

/** Text written by users: line breaks are kept, URLs become links, and nothing else is interpreted. */
export function UserText({ children, hasLinks = true }: { children: string; hasLinks?: boolean }) {
  const text = breakMarkRuns(children)
  return (
    <Box whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="48rem">
      {hasLinks ? <Autolinked>{text}</Autolinked> : text}
    </Box>
  )
}

/** Text with its URLs as links. */
export function Autolinked({ children }: { children: string }) {
  const mark = use(MarkText)
  return mark ? mark(children, links) : links(children)
}

const links = (text: string): ReactNode =>
  autolink(text).map((part, index) =>
    part.kind === 'link' ? (
      <Link key={index} {...LINK_PROPS} href={part.href}>
        {part.text}
      </Link>
    ) : (
      part.text
    ),
  )
