import { AlertIcon, Badge, Box } from '@helpdesk/ui'
import { MAIL_TEXTS } from './texts'

/** Says that nothing proves who wrote a mail. */
export function UnverifiedMark() {
  return (
    <Box as="span" marginX="2" title={MAIL_TEXTS.unverifiedHint}>
      <Badge tone="warning" icon={<AlertIcon />}>
        {MAIL_TEXTS.unverified}
      </Badge>
    </Box>
  )
}
