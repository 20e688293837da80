import { Box } from '@helpdesk/ui'
import type { ShownMail } from '../../model/received-mails'

/** Header fields of a mail, one a line. */
export const MailHeaders = ({ headers }: Pick<ShownMail, 'headers'>) => (
  <Box as="dl" display="grid" gridTemplateColumns="max-content 1fr" columnGap="3" fontSize="sm">
    {headers.map(({ name, value }, index) => (
      <Box key={index} display="contents">
        <Box as="dt" color="fg.muted">
          {name}
        </Box>
        <Box as="dd" overflowWrap="anywhere">
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)
