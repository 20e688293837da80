import { Box, Link } from '@helpdesk/ui'
import { autolink } from '../../model/autolinks'

/** Attributes of links in text of users, which may lead anywhere. */
export const LINK_PROPS = {
  variant: 'underline',
  target: '_blank',
  rel: 'noopener noreferrer nofollow',
} as const

/** Text written by users: line breaks are kept, URLs become links, and nothing else is interpreted. */
export function UserText({ children }: { children: string }) {
  return (
    <Box whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="48rem">
      <Autolinked>{children}</Autolinked>
    </Box>
  )
}

/** Text with its URLs as links. */
export const Autolinked = ({ children }: { children: string }) =>
  autolink(children).map((part, index) =>
    part.kind === 'link' ? (
      <Link key={index} {...LINK_PROPS} href={part.href}>
        {part.text}
      </Link>
    ) : (
      part.text
    ),
  )
