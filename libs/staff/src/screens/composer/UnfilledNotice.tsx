import { Alert, Box, Button } from '@helpdesk/ui'
import * as texts from './texts'

interface UnfilledNoticeProps {
  /** Its id, for the box that it belongs to. */
  id: string
  placeholder: string
  onKeep: () => void
}

/** Why a reply was not sent: a placeholder of a macro is still in it. */
export function UnfilledNotice({ id, placeholder, onKeep }: UnfilledNoticeProps) {
  return (
    <Box id={id}>
      <Alert
        title={texts.unfilled(placeholder)}
        action={
          <Button size="sm" onClick={onKeep}>
            {texts.keepAsCode}
          </Button>
        }
      >
        {texts.unfilledHow}
      </Alert>
    </Box>
  )
}
