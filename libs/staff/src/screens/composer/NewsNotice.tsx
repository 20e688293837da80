import { Alert, Box, chakra, RelativeTime } from '@helpdesk/ui'
import type { NewsItem } from '../../model/whats-new'
import * as texts from './texts'

/** Lists changes by others since the user started writing. */
export function NewsNotice({ news, refused }: { news: readonly NewsItem[]; refused: boolean }) {
  if (news.length === 0 && !refused) return null
  return (
    <Alert tone="warning" title={texts.ticketChanged}>
      {refused && <p>{texts.nothingSent}</p>}
      <List>
        {news.map(({ id, who, what, at, text }) => (
          <li key={id}>
            <b>{who}</b> {what} <RelativeTime value={at} />
            {text && <Quote>{text}</Quote>}
          </li>
        ))}
      </List>
      <Box marginTop="1">{texts.reviewChanges}</Box>
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
