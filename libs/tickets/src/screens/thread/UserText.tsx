import { Box, Link } from '@helpdesk/ui'
import { autolink } from '../../model/autolinks'

/** Text written by users: line breaks are kept, URLs become links, and nothing else is interpreted. */
export function UserText({ children }: { children: string }) {
  return (
    <Box whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="48rem">
      {autolink(children).map((part, index) =>
        part.kind === 'link' ? (
          <Link
            key={index}
            variant="underline"
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {part.text}
          </Link>
        ) : (
          part.text
        ),
      )}
    </Box>
  )
}
