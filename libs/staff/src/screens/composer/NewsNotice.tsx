import { Alert, Box, chakra, RelativeTime } from '@helpdesk/ui'
import type { NewsItem } from '../../model/whats-new'

/** Lists changes by others since the user started writing. */
export function NewsNotice({ news, refused }: { news: readonly NewsItem[]; refused: boolean }) {
  if (news.length === 0 && !refused) return null
  return (
    <Alert tone="warning" title="The ticket has changed since you opened it">
      {refused && <p>Nothing was sent. Your text is still here.</p>}
      <List>
        {news.map(({ id, who, what, at, text }) => (
          <li key={id}>
            <b>{who}</b> {what} <RelativeTime value={at} />
            {text && <Quote>{text}</Quote>}
          </li>
        ))}
      </List>
      <Box marginTop="1">Review the changes, then edit your reply or send it anyway.</Box>
    </Alert>
  )
}

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    maxHeight: '48',
    overflowY: 'auto',
  },
})
const Quote = chakra('blockquote', {
  base: {
    borderInlineStartWidth: '2px',
    borderColor: 'currentColor',
    paddingInlineStart: '2',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
})
