import { Box, Link } from '@helpdesk/ui'
import { createContext, use, type ReactNode } from 'react'
import { autolink } from '../../model/autolinks'
import { breakMarkRuns } from '../../model/mark-runs'
import { hasNumber } from '../../model/reference-numbers'
import { breakShapedRuns } from '../../model/shaped-runs'
import { KnownTickets, TicketLink } from './TicketLink'

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

/** Text written by users: line breaks are kept, URLs and known tickets become links, and nothing else is interpreted. */
export function UserText({ children, hasLinks = true }: { children: string; hasLinks?: boolean }) {
  const text = breakShapedRuns(breakMarkRuns(children))
  return (
    <Box dir="auto" unicodeBidi="plaintext" whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="48rem">
      {hasLinks ? <Autolinked>{text}</Autolinked> : text}
    </Box>
  )
}

/** Text with its URLs, and the numbers of tickets that the reader may open, as links. */
export function Autolinked({ children }: { children: string }) {
  const mark = use(MarkText)
  return mark ? mark(children, links) : links(children)
}

const links = (text: string): ReactNode =>
  hasNumber(text) ? <WithTickets>{text}</WithTickets> : show(autolink(text))

/** Only texts with numbers are shown again when the tickets are known. */
const WithTickets = ({ children }: { children: string }) => show(autolink(children, use(KnownTickets)))

const show = (parts: ReturnType<typeof autolink>): ReactNode =>
  parts.map((part, index) => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'link':
        return (
          <Link key={index} {...LINK_PROPS} href={part.href}>
            {part.text}
          </Link>
        )
      case 'ticket':
        return <TicketLink key={index} number={part.number} />
    }
  })
